import { expect, test } from "vitest";
import type { Caller } from "../policy/caller.ts";
import { createViewHandles } from "./view-handles.ts";

const day = 24 * 60 * 60 * 1000;
const ann: Caller = {
  userId: "ann",
  role: "member",
  via: "laptop",
  endpointId: "e1",
  audience: "model",
  scope: { readOnly: false },
  approval: "host",
};
const showing = { path: "clock.get_time", uri: "ui://clock/face", connection: "work" };

test("a handle gives back what was shown, to the person and endpoint it was shown to", () => {
  const handles = createViewHandles("key");
  const handle = handles.issue(ann, showing);
  expect(handles.read(handle, ann)).toEqual({ ...showing, id: expect.any(String) });
  expect(createViewHandles("key").read(handle, ann)).toEqual({ ...showing, id: expect.any(String) });
  expect(handles.read(handle, { ...ann, userId: "bob" })).toBe("invalid");
  expect(handles.read(handle, { ...ann, endpointId: "e2" })).toBe("invalid");
  const { endpointId: _, ...person } = ann;
  expect(handles.read(handle, person)).toBe("invalid");
  expect(createViewHandles("another key").read(handle, ann)).toBe("invalid");
});

test("a handle of a long address opens its View", () => {
  const handles = createViewHandles("key");
  const long = { ...showing, uri: `ui://clock/${"x".repeat(5_000)}` };
  expect(handles.read(handles.issue(ann, long), ann)).toMatchObject(long);
});

test("two showings of one View have different handles", () => {
  const handles = createViewHandles("key");
  expect(handles.issue(ann, showing)).not.toBe(handles.issue(ann, showing));
});

test("a handle expires after a day", () => {
  let now = 0;
  const handles = createViewHandles("key", () => now);
  const handle = handles.issue(ann, showing);
  now = day;
  expect(handles.read(handle, ann)).toEqual({ ...showing, id: expect.any(String) });
  now = day + 1;
  expect(handles.read(handle, ann)).toBe("expired");
});

test.each(["", ".", "a.b", "x".repeat(5_000), `${"e30".repeat(10)}.`])("rejects %s as a handle", (text) => {
  expect(createViewHandles("key").read(text, ann)).toBe("invalid");
});

import { expect, onTestFinished, test, vi } from "vitest";
import { EventDispatcher } from "./event-dispatcher.ts";

test("listeners may come and go while an event is dispatched: those it began with are called", () => {
  const events = new EventDispatcher<{ ping: number }>();
  const calls: string[] = [];
  const second = (n: number) => calls.push(`second ${n}`);
  const first = (n: number) => {
    calls.push(`first ${n}`);
    events.removeEventListener("ping", second);
    events.addEventListener("ping", () => calls.push("third"));
  };
  events.addEventListener("ping", first);
  events.addEventListener("ping", second);
  events.dispatch("ping", 1);
  expect(calls).toEqual(["first 1", "second 1"]);
});

test("the same listener may be added twice, and is then removed twice", () => {
  const events = new EventDispatcher<{ ping: undefined }>();
  let calls = 0;
  const listener = () => {
    calls++;
  };
  events.addEventListener("ping", listener);
  events.addEventListener("ping", listener);
  events.dispatch("ping", undefined);
  events.removeEventListener("ping", listener);
  events.dispatch("ping", undefined);
  expect(calls).toBe(3);
});

test("without anyone to tell, what a handler throws is thrown", () => {
  const events = new EventDispatcher<{ ping: undefined }>();
  const handler = () => {
    throw new Error("broken");
  };
  events.setHandler("ping", handler);
  expect(events.getHandler("ping")).toBe(handler);
  expect(() => events.dispatch("ping", undefined)).toThrow("broken");
});

test("warns by name when one handler replaces another, and not when it is cleared first", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const events = new EventDispatcher<{ ping: undefined }>();
  events.setHandler("ping", () => {});
  events.setHandler("ping", undefined);
  events.setHandler("ping", () => {});
  expect(warn).not.toHaveBeenCalled();
  events.setHandler("ping", () => {});
  expect(warn.mock.calls).toEqual([[expect.stringContaining("onping handler replaced")]]);
});

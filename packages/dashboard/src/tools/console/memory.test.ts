import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../../fake-storage.ts";
import { recall, remember } from "./memory.ts";

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("remembers arguments for the person who typed them, and forgets them when another signs in", () => {
  remember("ann", "mail.send", { text: "{}" });
  remember("ann", "mail.send", { connection: "work" });
  expect(recall("ann", "mail.send")).toEqual({ text: "{}", connection: "work" });
  expect(recall("bob", "mail.send").text).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test("remembers the 20 tools used last", () => {
  for (let at = 0; at < 20; at++) {
    remember("ann", `many.t${at}`, { connection: String(at) });
    recall("ann", `many.t${at}`);
  }
  recall("ann", "many.t0");
  recall("ann", "another.tool");
  expect(recall("ann", "many.t0").connection).toBe("0");
  expect(recall("ann", "many.t1").connection).toBeUndefined();
});

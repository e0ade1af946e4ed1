import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { safeNext } from "./safe-next.ts";

beforeEach(() => {
  vi.stubGlobal("location", { origin: "https://gateway.example" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["/tools/mail.send?q=1#top", "/tools/mail.send?q=1#top"],
  [undefined, "/"],
  ["https://evil.example", "/"],
  ["//evil.example/x", "/"],
  ["/\\evil.example", "/"],
  ["javascript:alert(1)", "/"],
])("after signing in with next=%s, goes to %s", (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});

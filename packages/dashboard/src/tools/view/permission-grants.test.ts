import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../../fake-storage.ts";
import { permissionsOf, readGrants, writeGrants } from "./permission-grants.ts";

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a View that has changed has to ask for its permissions again", () => {
  writeGrants("hash1", ["camera", "geolocation"]);
  expect(readGrants("hash1")).toEqual(["camera", "geolocation"]);
  expect(readGrants("hash2")).toEqual([]);
  writeGrants("hash1", []);
  expect(readGrants("hash1")).toEqual([]);
});

test("asks a person only about permissions that concern them", () => {
  expect(permissionsOf({ microphone: {}, clipboardWrite: {}, constructor: {} })).toEqual(["microphone"]);
  expect(permissionsOf(undefined)).toEqual([]);
});

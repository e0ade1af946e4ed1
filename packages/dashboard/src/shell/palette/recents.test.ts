import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../../fake-storage.ts";
import { kindIcons, type PaletteItem } from "./palette-item.ts";
import { addRecent, readRecents } from "./recents.ts";

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const item = (href: string): PaletteItem => ({ kind: "tool", label: href, icon: kindIcons.tool, href });
const hrefs = (userId: string) => readRecents(userId).map(({ href }) => href);

test("lists the last five places of each person, the latest first and each once", () => {
  for (const at of [1, 2, 3, 4, 5, 6, 3]) addRecent("ann", item(`/tools/${at}`));
  addRecent("bob", item("/tools/b"));
  expect(hrefs("ann")).toEqual(["/tools/3", "/tools/6", "/tools/5", "/tools/4", "/tools/2"]);
  expect(hrefs("bob")).toEqual(["/tools/b"]);
});

test("leaves out stored addresses of other sites", () => {
  for (const href of ["//evil.example", "https://evil.example", "javascript:alert(1)"])
    addRecent("ann", item(href));
  expect(hrefs("ann")).toEqual([]);
});

import { expect, test } from "vitest";
import { compareResults } from "./compare-results.ts";

const text = (text: string) => ({ content: [{ type: "text", text }] });
const print = (lines: ReturnType<typeof compareResults>) =>
  lines.map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-", note: "" }[kind]}${text}`);

test("two results are compared by their data, and only changes are shown, with their places", () => {
  const rows = (changed: string) =>
    text(JSON.stringify(Array.from({ length: 30 }, (_, at) => (at === 20 ? changed : `row ${at}`))));
  expect(print(compareResults(rows("old"), rows("new")))).toEqual([
    "@@ -19 +19 @@",
    '   "row 17",',
    '   "row 18",',
    '   "row 19",',
    '-  "old",',
    '+  "new",',
    '   "row 21",',
    '   "row 22",',
    '   "row 23",',
  ]);
  expect(compareResults(rows("same"), rows("same"))).toEqual([]);
});

test("an image that changed is a change, without its bytes; so is a failure", () => {
  const image = (data: string) => ({ content: [{ type: "image", mimeType: "image/png", data }] });
  const lines = print(compareResults(image("AAAA"), image("AAAB")));
  expect(lines.filter((line) => /^[+-]/.test(line))).toHaveLength(2);
  expect(lines.join()).not.toContain("AAAA");
  expect(print(compareResults(text("a"), { ...text("a"), isError: true }))).toContain("+Failed:");
});

test("compares only the beginning of long results, and says so", () => {
  const long = (last: string) => text(`${"a\n".repeat(6_000)}${last}`);
  expect(print(compareResults(long("b"), long("c")))).toEqual(["Only the first 5,000 lines are compared."]);
});

import { expect, test } from "vitest";
import { toCsv, toTsv } from "./to-csv.ts";

test("CSV quotes what needs it, and makes no formula of a text", () => {
  const rows = [
    ["a,b", 'say "x"', "=SUM(A1)", -5, "-5", null, { a: 1 }],
    ["@x", "+1 (2)", "line\nbreak", true, undefined, "", "-x"],
  ];
  expect(toCsv(["1", "2", "3", "4", "5", "6", "7"], rows).split("\r\n")).toEqual([
    "1,2,3,4,5,6,7",
    `"a,b","say ""x""",'=SUM(A1),-5,-5,,"{""a"":1}"`,
    `'@x,'+1 (2),"line\nbreak",true,,,'-x`,
  ]);
  expect(toTsv(["a", "b"], [["x\ty", 1]])).toBe("a\tb\nx y\t1");
});

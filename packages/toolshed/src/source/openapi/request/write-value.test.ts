import { describe, expect, test } from "vitest";
import type { Parameter, ParameterPlace, Style } from "../operation/read-parameters.ts";
import { writeInHeader, writeInPath, writePairs } from "./write-value.ts";

const parameter = (
  place: ParameterPlace,
  style: Style,
  explode: boolean,
  more: Partial<Parameter> = {},
): Parameter => ({
  argument: "color",
  name: "color",
  place,
  style,
  explode,
  required: true,
  allowReserved: false,
  asJson: false,
  schema: {},
  description: "",
  deprecated: false,
  examples: [],
  ...more,
});

const word = "blue";
const list = ["blue", "black"];
const object = { R: 100, G: 200 };

describe("in a path", () => {
  test.each<[Style, boolean, string, string, string]>([
    ["simple", false, "blue", "blue,black", "R,100,G,200"],
    ["simple", true, "blue", "blue,black", "R=100,G=200"],
    ["label", false, ".blue", ".blue,black", ".R,100,G,200"],
    ["label", true, ".blue", ".blue.black", ".R=100.G=200"],
    ["matrix", false, ";color=blue", ";color=blue,black", ";color=R,100,G,200"],
    ["matrix", true, ";color=blue", ";color=blue;color=black", ";R=100;G=200"],
  ])("%s, explode %s", (style, explode, ...expected) => {
    const stated = parameter("path", style, explode);
    expect([word, list, object].map((value) => writeInPath(stated, value))).toEqual(expected);
  });

  test("what would end or lengthen the path is encoded", () => {
    expect(writeInPath(parameter("path", "simple", false), "a/b?c#d e,ü'")).toBe(
      "a%2Fb%3Fc%23d%20e%2C%C3%BC%27",
    );
  });
});

describe("in a query", () => {
  test.each<[Style, boolean, string, string, string]>([
    ["form", true, "color=blue", "color=blue&color=black", "R=100&G=200"],
    ["form", false, "color=blue", "color=blue,black", "color=R,100,G,200"],
    ["spaceDelimited", false, "color=blue", "color=blue%20black", "color=R%20100%20G%20200"],
    ["pipeDelimited", false, "color=blue", "color=blue%7Cblack", "color=R%7C100%7CG%7C200"],
    ["deepObject", true, "color=blue", "color=blue&color=black", "color%5BR%5D=100&color%5BG%5D=200"],
  ])("%s, explode %s", (style, explode, ...expected) => {
    const stated = parameter("query", style, explode);
    expect([word, list, object].map((value) => writePairs("color", stated, value).join("&"))).toEqual(
      expected,
    );
  });

  test("a deep object may be deeper, and hold lists", () => {
    const deep = { where: { name: "x" }, ids: [1, 2] };
    expect(writePairs("q", parameter("query", "deepObject", true), deep).map(decodeURIComponent)).toEqual([
      "q[where][name]=x",
      "q[ids]=1",
      "q[ids]=2",
    ]);
  });

  test("what is nested where no style says how becomes JSON", () => {
    expect(writePairs("q", parameter("query", "form", true), [{ a: 1 }]).map(decodeURIComponent)).toEqual([
      'q={"a":1}',
    ]);
  });

  test("reserved characters stay where the document allows them, but for those that would start another pair", () => {
    const stated = parameter("query", "form", true, { allowReserved: true });
    expect(writePairs("path", stated, "/a/b:c?d&e=f#g+h")).toEqual(["path=/a/b:c?d%26e=f%23g%2Bh"]);
  });

  test("half a surrogate pair does not throw", () => {
    expect(writePairs("q", parameter("query", "form", true), "\ud800")).toEqual(["q=%EF%BF%BD"]);
  });
});

describe("in a header", () => {
  test.each<[boolean, string, string, string]>([
    [false, "blue", "blue,black", "R,100,G,200"],
    [true, "blue", "blue,black", "R=100,G=200"],
  ])("explode %s", (explode, ...expected) => {
    const stated = parameter("header", "simple", explode);
    expect([word, list, object].map((value) => writeInHeader(stated, value))).toEqual(expected);
  });

  test("nothing can end it", () => {
    expect(writeInHeader(parameter("header", "simple", false), "a\r\nevil: yes\0")).toBe("a evil: yes ");
  });

  test("it holds the bytes of UTF-8", () => {
    const written = writeInHeader(parameter("header", "simple", false), "größe €");
    expect(Buffer.from(written, "latin1").toString()).toBe("größe €");
  });

  test("JSON stays JSON", () => {
    expect(writeInHeader(parameter("header", "simple", false, { asJson: true }), object)).toBe(
      '{"R":100,"G":200}',
    );
  });
});

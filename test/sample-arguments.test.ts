import { expect, test } from "vitest";
import { toSampleArguments } from "../examples/host-minimal/sample-arguments.ts";

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });

test("takes defaults, required or not, and leaves out what is optional and has none", () => {
  const schema = object({ hue: { type: "integer", default: 210 }, name: { type: "string" } });
  expect(toSampleArguments(schema)).toEqual({ hue: 210 });
});

test.each([
  [{ type: "string" }, ""],
  [{ type: "string", enum: ["spring", "summer"] }, "spring"],
  [{ const: 7 }, 7],
  [{ type: "string", examples: ["Bern"] }, "Bern"],
  [{ type: "integer", minimum: 3 }, 3],
  [{ type: "number" }, 0],
  [{ type: "boolean" }, false],
  [{ type: "array", items: { type: "string" } }, []],
  [{ type: "array", items: { type: "number" }, minItems: 2 }, [0, 0]],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, ""],
  [{ type: ["number", "null"] }, 0],
  [object({ day: { type: "string" }, note: { type: "string" } }, ["day"]), { day: "" }],
  [{}, null],
])("fills in a required %j", (property, sample) => {
  expect(toSampleArguments(object({ it: property }, ["it"]))).toEqual({ it: sample });
});

test("follows references, and stops at a schema that refers to itself", () => {
  const tree = object({ name: { default: "leaf" }, child: { $ref: "#/$defs/tree" } }, ["child"]);
  const sampled = toSampleArguments({
    ...object({ root: { $ref: "#/$defs/tree" } }, ["root"]),
    $defs: { tree },
  });
  expect(sampled).toMatchObject({ root: { name: "leaf", child: { name: "leaf" } } });
});

test("has nothing to fill in without a schema", () => {
  expect(toSampleArguments(undefined)).toEqual({});
});

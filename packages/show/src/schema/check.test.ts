import { expect, test } from "vitest";
import { check } from "./check.ts";
import { initialValue } from "./initial-value.ts";
import { Schemas } from "./schemas.ts";

const said = (schema: object, value: unknown) =>
  check(new Schemas(schema), schema, value).map(({ path, message }) => `${path.join(".")} ${message}`.trim());

const person = {
  type: "object",
  properties: { name: { type: "string", minLength: 2 }, age: { type: "integer", minimum: 0 } },
  required: ["name"],
  additionalProperties: false,
};

test.each<[object, unknown, string[]]>([
  [person, { name: "Ada", age: 36 }, []],
  [person, {}, ["name Required."]],
  [person, { name: "A", age: -1 }, ["name Must have at least 2 characters.", "age Must be at least 0."]],
  [person, { name: 1 }, ["name Expected text."]],
  [person, { name: "Ada", x: 1 }, ["x This field is not allowed."]],
  [{ enum: ["a", "b"] }, "c", ['Expected one of "a", "b".']],
  [{ const: { a: 1 } }, { a: 1 }, []],
  [{ type: ["string", "null"] }, null, []],
  [{ anyOf: [{ type: "number" }, person] }, { name: "A" }, ["name Must have at least 2 characters."]],
  [{ allOf: [{ type: "object" }, { required: ["b"] }] }, {}, ["b Required."]],
  [
    { type: "array", items: { type: "number" }, maxItems: 1 },
    [1, "x"],
    ["Must have at most 1 item.", "1 Expected a number."],
  ],
  [
    { type: "array", prefixItems: [{ type: "string" }], items: false },
    ["a", 1],
    ["1 This field is not allowed."],
  ],
  [{ type: "number", multipleOf: 0.1 }, 0.3, []],
  [{ type: "number", exclusiveMinimum: 1 }, 1, ["Must be more than 1."]],
  [{ type: "string", pattern: "^a+$" }, "b", ["Must match ^a+$."]],
  [
    {
      $ref: "#/$defs/tree",
      $defs: { tree: { properties: { next: { $ref: "#/$defs/tree" }, n: { type: "number" } } } },
    },
    { next: { next: { n: "x" } } },
    ["next.next.n Expected a number."],
  ],
])("%j says about %j: %j", (schema, value, expected) => {
  expect(said(schema, value)).toEqual(expected);
});

test("leaves patterns that could take long to the gateway", () => {
  for (const pattern of ["^(a+)+$", "^(a|a)*$", "(x+x+)+y", "^(?=a)b"])
    expect(said({ type: "string", pattern }, `${"a".repeat(400)}!`)).toEqual([]);
});

test("comes to an end with schemas that refer to themselves", () => {
  const loops = [
    { $ref: "#" },
    { anyOf: [{ $ref: "#" }] },
    { allOf: [{ $ref: "#" }, { type: "object" }] },
    { properties: { a: { $ref: "#" } }, required: ["a"] },
  ];
  for (const schema of loops) {
    const schemas = new Schemas(schema);
    expect(schemas.kindOf(schemas.flatten(schema))).toBeDefined();
    initialValue(schemas, schema);
    check(schemas, schema, { a: { a: {} } });
  }
});

test("begins with what is required and known", () => {
  const schema = {
    properties: {
      kind: { const: "x" },
      limit: { type: "number", default: 3 },
      inner: { type: "object", properties: { one: { enum: ["only"] } }, required: ["one"] },
      name: { type: "string" },
      optional: { default: 1 },
    },
    required: ["kind", "limit", "inner", "name"],
  };
  expect(initialValue(new Schemas(schema), schema)).toEqual({ kind: "x", limit: 3, inner: { one: "only" } });
});

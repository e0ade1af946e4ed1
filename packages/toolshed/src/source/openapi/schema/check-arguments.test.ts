import { describe, expect, test } from "vitest";
import { createArgumentCheck } from "./check-arguments.ts";

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});

describe("arguments", () => {
  const check = createArgumentCheck(
    object(
      {
        id: { type: "string", minLength: 2 },
        limit: { type: "integer", maximum: 100, default: 10 },
        odd: { type: "integer", default: "ten" },
        body: { $ref: "#/$defs/Body" },
      },
      { required: ["id"], $defs: { Body: { type: "object", properties: { "a/b": { type: "number" } } } } },
    ),
  );

  test("that fit get the defaults, if those fit themselves", () => {
    expect(check({ id: "ab" })).toEqual({ input: { id: "ab", limit: 10 } });
    expect(check({ id: "ab", limit: 3 })).toEqual({ input: { id: "ab", limit: 3 } });
  });

  test.each([
    [undefined, 'Instance does not have required property "id".'],
    [[], "`arguments` must be an object"],
    [{ id: "a" }, "id: String is too short (1 < 2)."],
    [{ id: "ab", limit: 101 }, "limit: 101 is greater than 100."],
    [{ id: "ab", body: { "a/b": "x" } }, 'body.a/b: Instance type "string" is invalid. Expected "number".'],
    [{ id: "ab", idd: 1 }, "idd: False boolean schema."],
  ])("%j are refused, with the field and the reason", (args, problem) => {
    expect(check(args)).toEqual({ problem });
  });
});

describe("a schema that is written to hang", () => {
  test("by its pattern is not run", () => {
    const check = createArgumentCheck(object({ a: { type: "string", pattern: "^(a+)+$" } }));
    expect(check({ a: `${"a".repeat(40)}!` })).toHaveProperty("input");
  });

  test("by patterns of names is not run, and allows other names", () => {
    const check = createArgumentCheck(
      object({ a: { type: "object", patternProperties: { "^(a+)+$": {} }, additionalProperties: false } }),
    );
    expect(check({ a: { [`${"a".repeat(40)}!`]: 1 } })).toHaveProperty("input");
  });

  test("by doubling itself is given up", () => {
    const $defs: Record<string, unknown> = { S60: { type: "string" } };
    for (let level = 0; level < 60; level++) {
      const next = { $ref: `#/$defs/S${level + 1}` };
      $defs[`S${level}`] = { allOf: [next, next] };
    }
    const check = createArgumentCheck(object({ a: { $ref: "#/$defs/S0" } }, { $defs }));
    expect(check({ a: "x" })).toHaveProperty("input");
  });

  test("by leading back to itself is given up", () => {
    const $defs = { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } };
    const check = createArgumentCheck(object({ a: { $ref: "#/$defs/A" } }, { $defs }));
    expect(check({ a: "x" })).toHaveProperty("input");
  });
});

describe("a schema that costs too much to check is left to the service", () => {
  const list = <T>(length: number, make: (index: number) => T): T[] =>
    Array.from({ length }, (_, index) => make(index));
  const record = <T>(length: number, make: (index: number) => T): Record<string, T> =>
    Object.fromEntries(list(length, (index) => [`p${index}`, make(index)]));
  /** No value fits. */
  const never = { not: {} };
  const branches = (schema: object) => ({ anyOf: list(2_000, () => ({ ...schema, ...never })) });
  const chain = (length: number, last: object, more: object = {}) => ({
    ...Object.fromEntries(
      list(length, (index) => [`S${index}`, { allOf: [{ $ref: `#/$defs/S${index + 1}` }], ...more }]),
    ),
    [`S${length}`]: last,
  });
  const first = { $ref: "#/$defs/S0" };
  const objects = list(20_000, () => ({}));
  const keys = record(50_000, () => 1);
  const items = list(50_000, () => 1);

  // Each visits few schemas, but a visit costs a lot. A check that ran to its end would find a problem.
  test.each<[string, object, unknown, object?]>([
    ["many required names", { contains: { required: list(20_000, (index) => `r${index}`) } }, objects],
    ["many properties", { items: { properties: record(20_000, () => ({})) }, contains: never }, objects],
    ["the lengths of a long string", branches({ maxLength: 1, minLength: 1 }), "x".repeat(3_000_000)],
    [
      "the length of a long name",
      { propertyNames: branches({ maxLength: 1 }) },
      { ["x".repeat(3_000_000)]: 1 },
    ],
    ["many keys that are allowed", branches({ additionalProperties: true }), keys],
    ["many keys that are not allowed", branches({ additionalProperties: false }), keys],
    ["many items of any kind", branches({ items: true }), items],
    ["names that are not allowed", branches({ propertyNames: false }), keys],
    ["a long value that errors quote", { contains: { enum: ["x".repeat(500_000)] } }, items],
    ["an equal, large value", branches({ const: items.slice(0, 10_000) }), items.slice(0, 10_000)],
    [
      "a long path that errors quote",
      { additionalProperties: { contains: never } },
      { ["x".repeat(500_000)]: items },
    ],
    ["errors deep in the schema", first, items, chain(400, { contains: never })],
    ["checked items deep in the schema", first, items, chain(400, { items: true, ...never })],
    ["unevaluated keys", first, record(500, () => 1), chain(400, {}, { unevaluatedProperties: false })],
    ["many references", { anyOf: list(40_000, () => first) }, 1, { S0: never }],
    ["long names of schemas", { properties: { ["x".repeat(500_000)]: branches({}) }, ...never }, 1],
  ])("%s", (_, schema, value, $defs = {}) => {
    const check = createArgumentCheck(object({ a: schema }, { $defs }));
    expect(check({ a: value })).toHaveProperty("input");
    expect(check([])).toEqual({ problem: "`arguments` must be an object" });
  });

  test("but not one whose many defaults refer to the same large schema", () => {
    const large = { type: "object", properties: record(1_500, () => ({ type: "string" })) };
    const parameters = record(800, (index) => ({ $ref: "#/$defs/Large", default: index === 7 ? {} : "a" }));
    const check = createArgumentCheck(object(parameters, { $defs: { Large: large } }));
    expect(check({})).toEqual({ input: { p7: {} } });
    expect(check({ p1: { p0: 1 } })).toHaveProperty("problem");
  });
});

test("large arguments are checked to the end", () => {
  const check = createArgumentCheck(
    object({
      file: { type: "string", maxLength: 3_000_000 },
      ids: { type: "array", items: { type: "integer" } },
    }),
  );
  const file = "x".repeat(1_000_000);
  const ids = Array.from({ length: 5_000 }, (_, index) => index);
  expect(check({ file, ids })).toEqual({ input: { file, ids } });
  expect(check({ file, ids: [...ids, "x"] })).toEqual({
    problem: 'ids.5000: Instance type "string" is invalid. Expected "integer".',
  });
});

test("names of inherited members are names like any other", () => {
  const check = createArgumentCheck(
    object({ constructor: { type: "string" }, b: { type: "object", required: ["toString"] } }),
  );
  expect(check({})).toEqual({ input: {} });
  expect(check({ constructor: 1 })).toHaveProperty("problem");
  expect(check({ b: {} })).toHaveProperty("problem");
});

test("overlapping alternatives are taken as any of them", () => {
  const check = createArgumentCheck(
    object({ a: { oneOf: [{ type: "object" }, { type: "object", properties: {} }] } }),
  );
  expect(check({ a: {} })).toHaveProperty("input");
  expect(check({ a: 1 })).toHaveProperty("problem");
});

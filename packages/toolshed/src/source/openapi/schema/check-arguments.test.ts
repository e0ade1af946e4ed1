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

test("overlapping alternatives are taken as any of them", () => {
  const check = createArgumentCheck(
    object({ a: { oneOf: [{ type: "object" }, { type: "object", properties: {} }] } }),
  );
  expect(check({ a: {} })).toHaveProperty("input");
  expect(check({ a: 1 })).toHaveProperty("problem");
});

import { expect, test } from "vitest";
import { check } from "./check.ts";
import { formatOf } from "./format.ts";
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
  [{ properties: { n: { type: "number", default: 1 } }, required: ["n"] }, {}, []],
  [{ properties: { n: { type: "number", default: "x" } }, required: ["n"] }, {}, ["n Required."]],
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

test.each<[string, string[], string[], string]>([
  ["email", ["a@b.org", "ä@b"], ["nope", "a@", "a b@c", "a@b@c"], "an email address"],
  [
    "uri",
    ["https://a.org/b", "mailto:a@b.org"],
    ["nope", "/a", "https://a b"],
    "a URL such as https://example.com",
  ],
  ["url", ["https://a.org"], ["a.org"], "a URL such as https://example.com"],
  ["date", ["2028-02-29"], ["2030-02-30", "2030-2-3", "+02030-01-01"], "a date such as 2030-12-31"],
  [
    "date-time",
    ["2030-12-31T09:00:00Z", "2030-12-31T09:00:00.123+02:00", "2030-12-31T09:00"],
    ["2030-12-31", "2030-13-31T09:00:00Z", "2030-12-31T25:00:00Z", "2030-12-31x09:00"],
    "a date and time such as 2030-12-31T09:00:00Z",
  ],
  ["time", ["09:00:00Z", "09:00"], ["9:00", "24:00", "09:00:00Y"], "a time such as 09:00:00Z"],
  ["uuid", ["0190163D-8694-739b-aea5-966c26f8ad91"], ["0190163d8694739baea5966c26f8ad91"], "a UUID"],
  ["ipv4", ["192.0.2.1"], ["192.0.2", "192.0.2.256", "192.0.2.1/24"], "an IPv4 address"],
  ["ipv6", ["::1", "2001:db8::192.0.2.1"], ["::1::", "1", "::1]/[::1"], "an IPv6 address"],
  ["constructor", ["anything"], [], ""],
])("checks the format %s", (format, valid, invalid, wanted) => {
  for (const value of valid) expect(said({ type: "string", format }, value), value).toEqual([]);
  for (const value of invalid) expect(said({ format }, value), value).toEqual([`Must be ${wanted}.`]);
});

test("checks a format in time that grows with the length of the value", () => {
  for (const format of ["email", "uri", "date", "date-time", "time", "uuid", "ipv4", "ipv6"])
    for (const part of ["a", "@", ":", "0", "1.", "09:00:00.0", "2030-12-31T", "http://"])
      expect(() => formatOf(format)?.fits(`${part.repeat(300_000)}!`)).not.toThrow();
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

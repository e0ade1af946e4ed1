import { describe, expect, test } from "vitest";
import { type SchemaNode, schemaTree, takesNothing } from "./schema-tree.ts";

/** A tree as lines, to read in a test. */
function print({ children, ...node }: SchemaNode, indent = ""): string[] {
  const { name, label, type, required, description, facts, values } = node;
  const line = [
    name,
    label && `(${label})`,
    type,
    required && "required",
    ...facts,
    values.join("|"),
    description,
  ];
  return [
    indent + line.filter(Boolean).join(" · "),
    ...children.flatMap((child) => print(child, `${indent}  `)),
  ];
}

describe("a schema as a tree", () => {
  test("has nested fields with types, limits, defaults, enums, variants and references", () => {
    const schema = {
      type: "object",
      required: ["title", "owner", "mode"],
      properties: {
        limit: { type: "integer", minimum: 1, maximum: 1000, default: 20, description: "**How** many" },
        title: { type: "string", minLength: 1 },
        owner: { $ref: "#/$defs/person" },
        mode: { enum: ["fast", "exact"], default: "fast" },
        due: { title: "Deadline", type: ["string", "null"], format: "date" },
        tags: { type: "array", items: { type: "string" }, uniqueItems: true },
        watchers: { type: "array", items: { $ref: "#/$defs/person" }, maxItems: 3 },
        target: {
          oneOf: [
            { type: "object", title: "By id", required: ["id"], properties: { id: { type: "string" } } },
            { type: "string" },
          ],
        },
        labels: { type: "object", additionalProperties: { type: "number" } },
      },
      $defs: {
        person: {
          allOf: [
            { type: "object", required: ["name"], properties: { name: { type: "string" } } },
            { properties: { boss: { $ref: "#/$defs/person" } } },
          ],
        },
      },
    };
    expect(print(schemaTree(schema)).join("\n")).toBe(`object
  title · string · required · at least 1 character
  owner · object · required
    name · string · required
    boss · object, as above
  limit · integer · at least 1 · at most 1,000 · default 20 · How many
  mode · string · default "fast" · "fast"|"exact"
  due · (Deadline) · string or null · date
  tags · list of string · no item twice
  watchers · list of object · at most 3 items
    name · string · required
    boss · object, as above
  target · object or string
    (By id) · object
      id · string · required
    (Text) · string
  labels · object
    (any other field) · number`);
  });

  test.each([
    ["refers to itself", { $ref: "#" }],
    ["grows without end", { properties: { a: { $ref: "#" }, b: { items: { $ref: "#" } } } }],
    ["is wide", { properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, {}])) }],
    [
      "doubles at each level",
      {
        $defs: Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [
            `d${at}`,
            {
              properties: { a: { $ref: `#/$defs/d${at + 1}` }, b: { items: { $ref: `#/$defs/d${at + 1}` } } },
            },
          ]),
        ),
        $ref: "#/$defs/d0",
      },
    ],
    ["is not a schema", [1, "2", null]],
    [
      "has wrong types",
      { type: 5, properties: [], enum: {}, required: "x", anyOf: "y", format: {}, default: null },
    ],
  ])("stays small for a schema that %s", (_, schema) => {
    expect(print(schemaTree(schema)).length).toBeLessThan(3_000);
  });
});

test.each<[boolean, unknown]>([
  [true, { type: "object" }],
  [true, { type: "object", properties: {}, additionalProperties: false }],
  [true, undefined],
  [false, { type: "object", additionalProperties: true }],
  [false, { type: "object", properties: { a: {} } }],
  [false, { anyOf: [{ properties: { a: {} } }] }],
])("takesNothing is %s of %j", (expected, schema) => {
  expect(takesNothing(schema)).toBe(expected);
});

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../json/json-object.ts";
import { createReferences } from "../document/references.ts";
import { createSchemaConverter, type Side } from "./convert-schema.ts";

function convert(schema: unknown, schemas: JsonObject = {}, side: Side = "request") {
  const converter = createSchemaConverter(createReferences({ components: { schemas } }));
  return converter.convert(side, (convertPart) => convertPart(schema));
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("what OpenAPI 3.0 says in its own way", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
    [
      "nullable with values",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "nullable with parts",
      { allOf: [{ type: "object" }], nullable: true, description: "x" },
      { description: "x", anyOf: [{ allOf: [{ type: "object" }] }, { type: "null" }] },
    ],
    ["an excluded bound", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["an included bound", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    ["an example", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    ["a file of Swagger 2", { type: "file" }, { type: "string", format: "binary" }],
  ])("%s", (_, schema, expected) => {
    expect(convert(schema)).toEqual(expected);
  });
});

test("what OpenAPI 3.1 says is kept", () => {
  const schema = {
    type: ["object", "null"],
    properties: { a: { const: 1 }, b: { exclusiveMinimum: 2 } },
    if: { required: ["a"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["b"] },
    unevaluatedProperties: false,
    prefixItems: [{ type: "string" }],
  };
  expect(convert(schema)).toEqual(schema);
});

test("leaves out what is not JSON Schema", () => {
  const odd = {
    type: "any",
    required: true,
    enum: [],
    pattern: "(",
    minLength: "3",
    multipleOf: 0,
    properties: null,
    xml: {},
    "x-anything": 1,
    title: "Odd",
  };
  expect(convert(odd)).toEqual({ title: "Odd" });
});

describe("references", () => {
  test("become definitions, also in circles", () => {
    const schemas = {
      Node: { type: "object", properties: { next: ref("Node"), leaf: ref("Leaf") } },
      Leaf: { type: "string" },
    };
    expect(convert(ref("Node"), schemas)).toEqual({
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          properties: { next: { $ref: "#/$defs/Node" }, leaf: { $ref: "#/$defs/Leaf" } },
        },
        Leaf: { type: "string" },
      },
    });
  });

  test.each([
    ["that lead nowhere", ref("Gone"), 'refers to "#/components/schemas/Gone", which does not exist'],
    ["to the prototype", { $ref: "#/constructor" }, "which does not exist"],
    ["to other files", { $ref: "https://evil.example/a.json#/A" }, "refers to another file"],
    ["to local files", { $ref: "file:///etc/passwd" }, "refers to another file"],
  ])("%s are told", (_, schema, message) => {
    expect(() => convert(schema)).toThrow(message);
  });

  test("stop where the whole becomes too long", () => {
    const names = Array.from({ length: 100 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: "object",
          description: "x".repeat(1900),
          properties: { next: ref(names[index + 1] ?? "S0") },
        },
      ]),
    );
    const converted = convert(ref("S0"), schemas);
    expect(JSON.stringify(converted).length).toBeLessThan(120_000);
    expect(Object.values(converted.$defs as object).at(-1).description).toContain("left out");
  });

  test("of a discriminator lead to the definitions", () => {
    const schemas = { Cat: { type: "object" }, Dog: { type: "object" } };
    const schema = {
      oneOf: [ref("Cat"), ref("Dog")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } },
    };
    expect(convert(schema, schemas).discriminator).toEqual({
      propertyName: "kind",
      mapping: { cat: "#/$defs/Cat", dog: "#/$defs/Dog" },
    });
  });
});

test("a request leaves out what is read-only, a response what is write-only, also behind a reference", () => {
  const schemas = {
    Id: { type: "string", readOnly: true },
    User: {
      type: "object",
      required: ["id", "name", "password"],
      properties: { id: ref("Id"), name: { type: "string" }, password: { type: "string", writeOnly: true } },
    },
  };
  const userFor = (side: Side) =>
    (convert(ref("User"), schemas, side).$defs as Record<string, JsonObject>).User;
  expect(userFor("request")?.required).toEqual(["name", "password"]);
  expect(Object.keys(userFor("request")?.properties as object)).toEqual(["name", "password"]);
  expect(userFor("response")?.required).toEqual(["id", "name"]);
});

test("what is hidden is not required either, whichever part of the whole says so", () => {
  const schemas = {
    Base: { type: "object", properties: { id: { type: "string", readOnly: true } } },
    Pet: {
      allOf: [ref("Base"), { properties: { name: {} }, required: ["id", "name"] }],
      required: ["id"],
      anyOf: [{ required: ["id", "tag"] }],
    },
  };
  expect((convert(ref("Pet"), schemas).$defs as Record<string, JsonObject>).Pet).toEqual({
    allOf: [{ $ref: "#/$defs/Base" }, { properties: { name: {} }, required: ["name"] }],
    anyOf: [{ required: ["tag"] }],
  });
  expect(
    (convert(ref("Pet"), schemas, "response").$defs as Record<string, JsonObject>).Pet?.required,
  ).toEqual(["id"]);
});

test("shows constraints that only the service checks", () => {
  const schema = {
    type: "string",
    pattern: "^[a-z]+$",
    format: "email",
    default: "a",
    examples: ["b"],
    deprecated: true,
  };
  expect(convert(schema)).toEqual(schema);
});

test("properties named like keywords or like the prototype are properties", () => {
  const schema = JSON.parse(
    '{"properties":{"type":{"type":"string"},"__proto__":{"type":"string"},"required":{}}}',
  );
  expect(Object.keys(convert(schema).properties as object)).toEqual(["type", "__proto__", "required"]);
});

test("nesting without end is cut", () => {
  let schema: JsonObject = { type: "string" };
  for (let depth = 0; depth < 5000; depth++) schema = { items: schema };
  expect(JSON.stringify(convert(schema)).length).toBeLessThan(1000);
});

test("parts that lead to one another a thousandfold are looked through once", () => {
  const schemas = {
    A: { required: ["a"], allOf: Array(1000).fill(ref("B")) },
    B: { allOf: Array(1000).fill(ref("A")) },
  };
  expect(convert(ref("A"), schemas).$ref).toBe("#/$defs/A");
});

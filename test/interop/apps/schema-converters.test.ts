import { toStandardJsonSchema as describeValibot } from "@toolshed/apps/valibot";
import { toStandardJsonSchema as describeZod } from "@toolshed/apps/zod";
import { describe, expect, test } from "vitest";
import { toStandardJsonSchema, v } from "../../peers/valibot.ts";
import { z, zm } from "../../peers/zod.ts";
import { z as z3, z4 as z3v4 } from "../../peers/zod-3.25.ts";
import { z as z41 } from "../../peers/zod-4.1.ts";

// biome-ignore lint/suspicious/noExplicitAny: each case is written once and run with every version
type Any = any;

const directions = ["input", "output"] as const;

function jsonSchemaOf(schema: Any, direction: "input" | "output"): Record<string, unknown> {
  const libraryOptions = { unrepresentable: "any", errorMode: "ignore" };
  const { jsonSchema } = schema["~standard"];
  return jsonSchema[direction]({ target: "draft-2020-12", libraryOptions });
}

/** An enum as TypeScript compiles it. */
const Level = { 1: "Low", 2: "High", Low: 1, High: 2 } as const;
const colors = { Red: "red", Blue: "blue" } as const;

/** What Zod itself says since 4.2 is what is expected of every older version. */
const zodCases: Record<string, (z: Any) => Any> = {
  primitives: (z) => z.object({ a: z.string(), b: z.number(), c: z.boolean(), d: z.null() }),
  "string bounds": (z) => z.object({ a: z.string().min(1).max(9).min(2), b: z.string().length(3) }),
  formats: (z) => z.object({ c: z.string().regex(/^a+$/) }),
  "number bounds": (z) =>
    z.object({
      a: z.number().int().min(1).max(7),
      b: z.number().gt(0).lt(1),
      c: z.number().gt(0).min(1).lt(9).max(8),
      d: z.number().multipleOf(5),
      e: z.number().positive(),
    }),
  enums: (z) => z.object({ a: z.enum(["x", "y"]), b: z.nativeEnum(Level), c: z.nativeEnum(colors) }),
  literals: (z) => z.object({ a: z.literal("x"), b: z.literal(1), c: z.literal(true), d: z.literal(null) }),
  arrays: (z) =>
    z.object({ a: z.array(z.string()).min(1).max(3), b: z.number().array().length(2), c: z.array(z.any()) }),
  tuples: (z) =>
    z.object({ a: z.tuple([z.string(), z.number()]), b: z.tuple([z.string()]).rest(z.number()) }),
  records: (z) => z.object({ a: z.record(z.string(), z.number()) }),
  "optional and default": (z) =>
    z.object({
      a: z.string().optional(),
      b: z.number().default(3),
      c: z.string().nullable(),
      d: z.string().nullish(),
      e: z.array(z.string()).default(() => ["x"]),
      f: z.string().optional().default("f"),
      g: z.string().default("g").nullable(),
    }),
  "no required": (z) => z.object({ a: z.string().optional() }),
  nothing: (z) => z.object({}),
  strict: (z) => z.object({ a: z.string() }).strict(),
  passthrough: (z) => z.object({ a: z.string() }).passthrough(),
  catchall: (z) => z.object({ a: z.string() }).catchall(z.number()),
  extended: (z) =>
    z.object({ a: z.string(), c: z.null() }).extend({ b: z.number() }).partial().omit({ c: true }),
  unions: (z) =>
    z.object({
      a: z.union([z.string(), z.number()]),
      b: z.string().or(z.null()).or(z.string()).or(z.boolean()),
    }),
  "discriminated unions": (z) =>
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), a: z.string() }),
      z.object({ kind: z.literal("b"), b: z.number() }),
    ]),
  descriptions: (z) =>
    z
      .object({
        a: z.string().describe("before").optional(),
        b: z.string().optional().describe("after"),
        d: z.object({ e: z.number() }).describe("nested"),
      })
      .describe("The whole"),
  refined: (z) => z.object({ a: z.string().refine((a: string) => a !== "b") }).refine(() => true),
  transforms: (z) =>
    z.object({
      a: z.string().transform(Number),
      b: z.string().transform(Number).pipe(z.number().min(1)),
      c: z.string().transform(Number).default("1"),
      d: z.preprocess((value: unknown) => value, z.string()),
    }),
  coerced: (z) => z.object({ a: z.coerce.number(), b: z.coerce.boolean() }),
  unrepresentable: (z) =>
    z.object({
      a: z.date(),
      b: z.bigint(),
      c: z.map(z.string(), z.string()),
      d: z.set(z.string()),
      e: z.nan(),
    }),
  never: (z) => z.object({ a: z.never().optional() }),
  wrappers: (z) =>
    z.object({ a: z.string().readonly(), b: z.string().brand("b"), c: z.lazy(() => z.string()) }),
  "odd names": (z) => z.object({ "a/b~c": z.string(), constructor: z.string(), "": z.number() }),
  "a tree": (z) => {
    const tree: Any = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });
    return tree;
  },
};

const zods = { "4.1": z41, "3.25": z3, "3.25/v4": z3v4 };

describe.each(Object.entries(zods))("@toolshed/apps/zod with zod %s", (_version, older) => {
  describe.each(directions)("as %s", (direction) => {
    test.each(Object.entries(zodCases))("%s are described as by zod 4.6", (_name, create) => {
      expect(jsonSchemaOf(describeZod(create(older)), direction)).toEqual(jsonSchemaOf(create(z), direction));
    });
  });
});

test("zod 4.6 schemas stay as they are", () => {
  const schema = z.object({ a: z.string() });
  expect(describeZod(schema)).toBe(schema);
});

test.each(Object.entries(zods))("@toolshed/apps/zod: formats of zod %s", (_version, older: Any) => {
  const schema = older.object({
    email: older.string().email(),
    url: older.string().url(),
    uuid: older.string().uuid(),
    at: older.string().datetime(),
    local: older.string().datetime({ local: true }),
    day: older.string().date(),
    time: older.string().time(),
    base64: older.string().base64(),
  });
  const properties = jsonSchemaOf(describeZod(schema), "input").properties as Record<string, Any>;
  const formats = Object.entries(properties).map(([key, { format = null }]) => [key, format]);
  expect(Object.fromEntries(formats)).toMatchObject({
    email: "email",
    url: "uri",
    uuid: "uuid",
    at: "date-time",
    local: null,
    day: "date",
    time: null,
  });
  expect(properties.base64).toMatchObject({ contentEncoding: "base64" });
});

test.each(Object.entries(zods))("@toolshed/apps/zod: intersections of zod %s", (_version, older: Any) => {
  const schema = older.intersection(older.object({ a: older.string() }), older.object({ b: older.number() }));
  expect(jsonSchemaOf(describeZod(schema), "output").allOf).toEqual([
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    { type: "object", properties: { b: { type: "number" } }, required: ["b"] },
  ]);
});

test("@toolshed/apps/zod: a recursive part is a reference to where it is", () => {
  const node: Any = z3.object({ next: z3.lazy(() => node.nullable()) });
  expect(jsonSchemaOf(describeZod(z3.object({ "a/b": node })), "input").properties).toEqual({
    "a/b": {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/properties/a~1b" }, { type: "null" }] } },
      required: ["next"],
    },
  });
});

test.each(Object.entries(zods))("@toolshed/apps/zod: patterns of zod %s", (_version, older: Any) => {
  const schema = older.object({
    a: older.string().startsWith("a.").endsWith("b"),
    b: older.string().includes("+"),
  });
  expect(jsonSchemaOf(describeZod(schema), "input").properties).toMatchObject({
    a: { type: "string", allOf: [{ pattern: "^a\\..*" }, { pattern: ".*b$" }] },
    b: { type: "string", pattern: "\\+" },
  });
});

test("@toolshed/apps/zod: zod/mini, which never describes itself", () => {
  const schema = zm.object({
    a: zm.optional(zm.string().check(zm.minLength(2), zm.regex(/^a/))),
    b: zm.int().check(zm.minimum(1)),
    c: zm.email(),
    d: zm._default(zm.number().check(zm.gt(0), zm.multipleOf(2)), 4),
    e: zm.array(zm.int32()).check(zm.length(2)),
    f: zm.iso.datetime({ local: true }),
  });
  expect(schema["~standard"]).not.toHaveProperty("jsonSchema");
  for (const io of directions) {
    expect(jsonSchemaOf(describeZod(schema), io)).toEqual(z.toJSONSchema(schema, { io }));
  }
});

test("@toolshed/apps/zod: metadata of zod 4.1", () => {
  const schema = z41.object({ a: z41.string().meta({ title: "A", examples: ["x"], id: "a" }) });
  expect(jsonSchemaOf(describeZod(schema), "input").properties).toEqual({
    a: { type: "string", title: "A", examples: ["x"] },
  });
});

/** What `@valibot/to-json-schema` says is what is expected of ours. */
const valibotCases: Record<string, Any> = {
  primitives: v.object({
    a: v.string(),
    b: v.number(),
    c: v.boolean(),
    d: v.null(),
    e: v.any(),
    f: v.unknown(),
  }),
  strings: v.object({
    a: v.pipe(v.string(), v.minLength(1), v.maxLength(9), v.minLength(2)),
    b: v.pipe(v.string(), v.length(3)),
    c: v.pipe(v.string(), v.nonEmpty()),
    d: v.pipe(v.string(), v.regex(/^a+$/)),
    e: v.pipe(v.string(), v.startsWith("a.")),
    f: v.pipe(v.string(), v.endsWith("+")),
    g: v.pipe(v.string(), v.includes("(")),
    h: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(4)),
    i: v.pipe(v.string(), v.empty()),
    j: v.pipe(v.string(), v.hexColor()),
    k: v.pipe(v.string(), v.base64()),
  }),
  formats: v.object({
    a: v.pipe(v.string(), v.email()),
    b: v.pipe(v.string(), v.url()),
    c: v.pipe(v.string(), v.uuid()),
    d: v.pipe(v.string(), v.isoDate()),
    e: v.pipe(v.string(), v.isoTimestamp()),
    f: v.pipe(v.string(), v.ipv4()),
  }),
  numbers: v.object({
    a: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
    b: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
    c: v.pipe(v.number(), v.multipleOf(5)),
    d: v.pipe(v.number(), v.safeInteger()),
    e: v.pipe(v.number(), v.value(3)),
    f: v.pipe(v.number(), v.values([3, 4])),
  }),
  choices: v.object({
    a: v.picklist(["x", "y"]),
    b: v.picklist([1, 2]),
    c: v.picklist(["x", 1]),
    d: v.enum(Level),
    e: v.literal("x"),
    f: v.literal(false),
  }),
  arrays: v.object({
    a: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3)),
    b: v.tuple([v.string(), v.number()]),
    c: v.strictTuple([v.string()]),
    d: v.looseTuple([v.string()]),
    e: v.tupleWithRest([v.string()], v.number()),
    f: v.pipe(v.array(v.string()), v.length(2)),
  }),
  objects: v.object({
    a: v.looseObject({ x: v.string() }),
    b: v.strictObject({ x: v.string() }),
    c: v.objectWithRest({ x: v.string() }, v.number()),
    d: v.record(v.string(), v.number()),
    e: v.pipe(v.record(v.string(), v.number()), v.minEntries(1), v.maxEntries(2)),
    f: v.object({}),
    g: v.pipe(v.record(v.string(), v.number()), v.entries(2)),
  }),
  optional: v.object({
    a: v.optional(v.string()),
    b: v.optional(v.number(), 3),
    c: v.nullable(v.string()),
    d: v.nullish(v.string(), "d"),
    e: v.exactOptional(v.string()),
    f: v.undefinedable(v.string(), () => "f"),
    g: v.optional(v.pipe(v.string(), v.description("inside"))),
  }),
  unions: v.object({
    a: v.union([v.string(), v.number()]),
    b: v.variant("kind", [
      v.object({ kind: v.literal("a"), a: v.string() }),
      v.object({ kind: v.literal("b"), b: v.number() }),
    ]),
    c: v.intersect([v.object({ a: v.string() }), v.object({ b: v.number() })]),
  }),
  metadata: v.pipe(
    v.object({
      a: v.pipe(v.string(), v.title("A"), v.description("The a"), v.examples(["x"]), v.examples(["y"])),
      b: v.pipe(v.string(), v.metadata({ title: "B", format: "color" })),
    }),
    v.description("The whole"),
  ),
  "schemas in a pipe": v.object({
    a: v.pipe(v.string(), v.minLength(1), v.transform(Number), v.number(), v.minValue(1)),
  }),
  "nested pipes": v.object({ a: v.pipe(v.pipe(v.string(), v.minLength(1)), v.maxLength(2)) }),
  never: v.object({ a: v.optional(v.never()) }),
  "odd names": v.object({ "a/b~c": v.string(), constructor: v.string() }),
};

describe.each(directions)("@toolshed/apps/valibot as %s", (direction) => {
  test.each(Object.entries(valibotCases))("%s are described as by valibot", (_name, schema) => {
    const expected = jsonSchemaOf(toStandardJsonSchema(schema), direction);
    expect(jsonSchemaOf(describeValibot(schema), direction)).toEqual(expected);
  });
});

test("@toolshed/apps/valibot: what JSON Schema cannot express is anything", () => {
  const schema = v.object({
    a: v.date(),
    b: v.pipe(v.string(), v.transform(Number), v.description("A number")),
    c: v.pipe(
      v.string(),
      v.check(() => true),
    ),
    d: v.literal(1n),
    e: v.picklist([1n]),
  });
  const { properties } = jsonSchemaOf(describeValibot(schema), "input");
  expect(properties).toEqual({ a: {}, b: { type: "string" }, c: { type: "string" }, d: {}, e: {} });
  expect(jsonSchemaOf(describeValibot(schema), "output").properties).toEqual({
    a: {},
    b: { description: "A number" },
    c: { type: "string" },
    d: {},
    e: {},
  });
});

test("@toolshed/apps/valibot: a recursive part is a reference to where it is", () => {
  const tree: Any = v.object({ name: v.string(), children: v.array(v.lazy(() => tree)) });
  expect(jsonSchemaOf(describeValibot(tree), "input").properties).toEqual({
    name: { type: "string" },
    children: { type: "array", items: { $ref: "#" } },
  });
});

test("a converter refuses what is not its library's, and drafts it does not write", () => {
  expect(() => describeZod(v.object({}))).toThrow(
    "toStandardJsonSchema() of @toolshed/apps/zod takes a zod schema",
  );
  expect(() => describeValibot({ a: v.string() } as never)).toThrow("takes a valibot schema");
  const { jsonSchema } = describeZod(z3.object({}))["~standard"];
  expect(() => jsonSchema.input({ target: "draft-07" })).toThrow("Unsupported JSON Schema target: draft-07");
});

import { App, type AppToolSchema } from "@toolshed/apps";
import { AppBridge } from "@toolshed/apps/app-bridge";
import { toStandardJsonSchema as describeValibot } from "@toolshed/apps/valibot";
import { toStandardJsonSchema as describeZod } from "@toolshed/apps/zod";
import { afterEach, describe, expect, it, test } from "vitest";
import { type } from "../../peers/arktype.ts";
import { toStandardJsonSchema, v } from "../../peers/valibot.ts";
import { z } from "../../peers/zod.ts";
import { z as z3, z4 as z3v4 } from "../../peers/zod-3.25.ts";
import { z as z41 } from "../../peers/zod-4.1.ts";
import { createPortLink } from "./port-transport.ts";
import { failure } from "./scene.ts";

const $schema = "https://json-schema.org/draft/2020-12/schema";
const n = { type: "number", minimum: 1 };
const described = {
  type: "object",
  properties: { n, unit: { type: "string", enum: ["c", "f"], description: "The unit" } },
  required: ["n"],
};

const zod = z.object({ n: z.number().min(1), unit: z.enum(["c", "f"]).describe("The unit").optional() });
const zod41 = z41.object({
  n: z41.number().min(1),
  unit: z41.enum(["c", "f"]).describe("The unit").optional(),
});
const zod3 = z3.object({ n: z3.number().min(1), unit: z3.enum(["c", "f"]).describe("The unit").optional() });
const zod3v4 = z3v4.object({
  n: z3v4.number().min(1),
  unit: z3v4.enum(["c", "f"]).describe("The unit").optional(),
});
const valibot = v.object({
  n: v.pipe(v.number(), v.minValue(1)),
  unit: v.optional(v.pipe(v.picklist(["c", "f"]), v.description("The unit"))),
});
const arktype = type({ n: "number >= 1", "unit?": "'c' | 'f'" });
const unit = { enum: ["c", "f"] };

/** What the host lists of each; as an output, Zod also says that its objects have no other properties. */
const libraries: { library: string; schema: AppToolSchema; listed: object; isClosed?: boolean }[] = [
  { library: "zod 4.6", schema: zod, listed: { ...described, $schema }, isClosed: true },
  { library: "zod 4.1", schema: describeZod(zod41), listed: { ...described, $schema }, isClosed: true },
  { library: "zod 3.25", schema: describeZod(zod3), listed: { ...described, $schema }, isClosed: true },
  {
    library: "zod/v4 of 3.25",
    schema: describeZod(zod3v4),
    listed: { ...described, $schema },
    isClosed: true,
  },
  { library: "valibot", schema: describeValibot(valibot), listed: { ...described, $schema } },
  {
    library: "valibot with its own converter",
    schema: toStandardJsonSchema(valibot),
    listed: { ...described, $schema },
  },
  {
    library: "arktype",
    schema: arktype,
    listed: { $schema, type: "object", properties: { n, unit }, required: ["n"] },
  },
];

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const newApp = () => new App({ name: "view", version: "1.0.0" }, {}, { autoResize: false });

async function start(register: (app: App) => void): Promise<AppBridge> {
  const app = newApp();
  const bridge = new AppBridge(null, { name: "host", version: "1.0.0" }, {});
  register(app);
  const { view, host } = createPortLink();
  await bridge.connect(host);
  await app.connect(view);
  closing.push(
    () => app.close(),
    () => bridge.close(),
  );
  return bridge;
}

describe.each(libraries)("a tool with a schema of $library", ({ schema, listed, isClosed }) => {
  it("is listed, and its input is validated", async () => {
    const seen: unknown[] = [];
    const bridge = await start((app) => {
      app.registerTool("count", { inputSchema: schema }, (args: unknown) => {
        seen.push(args);
        return { content: [] };
      });
    });
    expect(await bridge.listTools()).toEqual({ tools: [{ name: "count", inputSchema: listed }] });
    await bridge.callTool({ name: "count", arguments: { n: 2 } });
    expect(await failure(() => bridge.callTool({ name: "count", arguments: { n: 0 } }))).toMatchObject({
      code: -32603,
      message: expect.stringContaining("Invalid input for tool count"),
    });
    expect(await failure(() => bridge.callTool({ name: "count" }))).toMatchObject({ code: -32603 });
    expect(seen).toEqual([{ n: 2 }]);
  });

  it("has its output listed and validated", async () => {
    const bridge = await start((app) => {
      app.registerTool("good", { outputSchema: schema }, () => ({
        content: [],
        structuredContent: { n: 3 },
      }));
      app.registerTool("bad", { outputSchema: schema }, () => ({ content: [], structuredContent: { n: 0 } }));
    });
    const { tools } = await bridge.listTools();
    expect(tools[0]?.outputSchema).toEqual(isClosed ? { ...listed, additionalProperties: false } : listed);
    expect(await bridge.callTool({ name: "good" })).toEqual({ content: [], structuredContent: { n: 3 } });
    expect(await failure(() => bridge.callTool({ name: "bad" }))).toMatchObject({
      message: expect.stringContaining("Invalid output for tool bad"),
    });
  });
});

test("JSON Schema is listed as it is, and nothing is validated against it", async () => {
  const seen: unknown[] = [];
  const bridge = await start((app) => {
    app.registerTool("count", { inputSchema: described, outputSchema: described }, (args) => {
      seen.push(args);
      return { content: [], structuredContent: { n: 0 } };
    });
  });
  expect(await bridge.listTools()).toEqual({
    tools: [{ name: "count", inputSchema: described, outputSchema: described }],
  });
  const result = await bridge.callTool({ name: "count", arguments: { n: 0 } });
  expect(result).toEqual({ content: [], structuredContent: { n: 0 } });
  await bridge.callTool({ name: "count" });
  expect(seen).toEqual([{ n: 0 }, {}]);
});

const olderArktype = { "~standard": { version: 1, vendor: "arktype", validate: () => ({ value: {} }) } };
const use = (library: string) =>
  `has no JSON Schema: use toStandardJsonSchema() of @toolshed/apps/${library}`;
const mustBe = 'must be of type "object", such as z.object({ ... })';

test.each<[string, unknown, string]>([
  ["zod 4.1", zod41, use("zod")],
  ["zod 3.25", zod3, use("zod")],
  ["valibot", valibot, use("valibot")],
  ["an older arktype", olderArktype, "has no JSON Schema: use a newer arktype"],
  ["a shape of zod", { n: z.number() }, mustBe],
  ["a shape of zod 3", { type: z3.string() }, mustBe],
  ["a shape of valibot", { n: v.number() }, mustBe],
  ["a shape of arktype", { n: type("number") }, mustBe],
  ["a zod schema of a string", z.string(), mustBe],
  ["JSON Schema of a string", { type: "string" }, mustBe],
  ["something else", { n: "number" }, mustBe],
  ["an empty object", {}, mustBe],
  ["a word", "object", mustBe],
  ["null", null, mustBe],
])("%s as a schema is refused with the way out", async (_name, schema, problem) => {
  const app = newApp();
  const given = schema as AppToolSchema;
  const callback = () => ({ content: [], structuredContent: {} });
  expect(() => app.registerTool("a", { inputSchema: given }, callback)).toThrow(
    `Tool a: inputSchema ${problem}`,
  );
  expect(() => app.registerTool("a", { outputSchema: given }, callback)).toThrow(
    `Tool a: outputSchema ${problem}`,
  );
  const tool = app.registerTool("a", {}, callback);
  expect(() => tool.update({ title: "A", inputSchema: given })).toThrow(`Tool a: inputSchema ${problem}`);
  expect(tool).not.toHaveProperty("title");
});

test("a parameter that JSON Schema cannot express does not hide the others", async () => {
  const bridge = await start((app) => {
    const inputSchema = z.object({ when: z.coerce.date(), n: z.number() });
    app.registerTool("zod", { inputSchema }, () => ({ content: [] }));
    const ofValibot = v.object({
      when: v.date(),
      n: v.pipe(
        v.number(),
        v.check((n) => n > 0),
      ),
    });
    app.registerTool("valibot", { inputSchema: toStandardJsonSchema(ofValibot) }, () => ({ content: [] }));
    app.registerTool("valibot here", { inputSchema: describeValibot(ofValibot) }, () => ({ content: [] }));
  });
  const { tools } = await bridge.listTools();
  expect(tools.map(({ inputSchema }) => inputSchema.properties)).toEqual([
    { when: {}, n: { type: "number" } },
    { when: {}, n: { type: "number" } },
    { when: {}, n: { type: "number" } },
  ]);
});

import { App, type RegisteredAppTool } from "@toolshed/apps";
import { toStandardJsonSchema as describeValibot } from "@toolshed/apps/valibot";
import { toStandardJsonSchema as describeZod } from "@toolshed/apps/zod";
import { expectTypeOf } from "vitest";
import { type } from "../peers/arktype.ts";
import { toStandardJsonSchema, v } from "../peers/valibot.ts";
import { z } from "../peers/zod.ts";
import { z as z3, z4 as z3v4 } from "../peers/zod-3.25.ts";
import { z as z41 } from "../peers/zod-4.1.ts";

const app = new App({ name: "view", version: "1.0.0" });
const text = { content: [{ type: "text" as const, text: "" }] };

// What a callback is given is exactly what its schema puts out, not what goes in.
app.registerTool(
  "zod",
  {
    inputSchema: z.object({
      id: z.string(),
      count: z.number().default(1),
      when: z.coerce.date(),
      tag: z.string().optional(),
    }),
  },
  (args, extra) => {
    expectTypeOf(args).toEqualTypeOf<{ id: string; count: number; when: Date; tag?: string | undefined }>();
    expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
    expectTypeOf(extra.mcpReq.signal).toEqualTypeOf<AbortSignal>();
    return text;
  },
);

app.registerTool(
  "valibot",
  { inputSchema: v.object({ id: v.pipe(v.string(), v.transform(Number)), list: v.array(v.boolean()) }) },
  async (args) => {
    expectTypeOf(args).toEqualTypeOf<{ id: number; list: boolean[] }>();
    return text;
  },
);

app.registerTool("arktype", { inputSchema: type({ id: "string", "size?": "'s' | 'l'" }) }, (args) => {
  expectTypeOf(args).toEqualTypeOf<{ id: string; size?: "s" | "l" }>();
  return text;
});

// The converters keep both types of a schema.
const zod41 = describeZod(z41.object({ id: z41.string(), count: z41.number().default(1) }));
expectTypeOf(zod41["~standard"].types).toEqualTypeOf<
  | {
      readonly input: { id: string; count?: number | undefined };
      readonly output: { id: string; count: number };
    }
  | undefined
>();
app.registerTool("zod 4.1", { inputSchema: zod41 }, (args, extra) => {
  expectTypeOf(args).toEqualTypeOf<{ id: string; count: number }>();
  expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
  return text;
});
app.registerTool(
  "zod 3.25",
  { inputSchema: describeZod(z3.object({ id: z3.string().transform(Number), tag: z3.string().optional() })) },
  (args) => {
    expectTypeOf(args).toEqualTypeOf<{ id: number; tag?: string | undefined }>();
    return text;
  },
);
app.registerTool("zod/v4", { inputSchema: describeZod(z3v4.object({ id: z3v4.string() })) }, ({ id }) => {
  expectTypeOf(id).toEqualTypeOf<string>();
  return text;
});
app.registerTool(
  "valibot, described",
  {
    inputSchema: describeValibot(v.object({ id: v.pipe(v.string(), v.transform(Number)) })),
    outputSchema: toStandardJsonSchema(v.object({ sum: v.number() })),
  },
  ({ id }) => {
    expectTypeOf(id).toEqualTypeOf<number>();
    return { content: [], structuredContent: { sum: id } };
  },
);

// JSON Schema says nothing about types.
const jsonSchema = { type: "object", properties: { id: { type: "string" } } };
app.registerTool("json", { inputSchema: jsonSchema, outputSchema: jsonSchema }, (args) => {
  expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
  return { content: [], structuredContent: args };
});
app.registerTool(
  "json, constant",
  { inputSchema: { type: "object", properties: {}, required: ["id"] } as const },
  (args, extra) => {
    expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
    return text;
  },
);
// @ts-expect-error with an output schema a result has structured content
app.registerTool("json, missing", { outputSchema: jsonSchema }, () => ({ content: [] }));
// @ts-expect-error a raw shape is not a schema
app.registerTool("shape", { inputSchema: { id: z.string() } }, () => text);
// @ts-expect-error a raw shape is not a schema, even with a field called type
app.registerTool("shape", { inputSchema: { type: z.string() } }, () => text);
// @ts-expect-error JSON Schema has a type
app.registerTool("untyped", { inputSchema: { properties: {} } }, () => text);

app.registerTool("none", {}, (extra) => {
  expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
  expectTypeOf(extra.mcpReq.signal).toEqualTypeOf<AbortSignal>();
  return text;
});

// With an output schema a result has the structured content it promises, or is an error.
const outputSchema = z.object({ sum: z.number() });
app.registerTool("sum", { outputSchema }, () => ({ content: [], structuredContent: { sum: 1 } }));
app.registerTool("error", { outputSchema }, () => ({ content: [], isError: true }));
// @ts-expect-error the structured content has another shape
app.registerTool("shape", { outputSchema }, () => ({ content: [], structuredContent: { sum: "1" } }));
// @ts-expect-error the structured content is missing
app.registerTool("missing", { outputSchema }, () => ({ content: [] }));
// @ts-expect-error a result has content
app.registerTool("nothing", {}, () => ({}));
// @ts-expect-error the callback wants what the schema does not give
app.registerTool("wants", { inputSchema: z.object({ id: z.string() }) }, (_args: { id: number }) => text);

const handle = app.registerTool("handle", {}, () => text);
expectTypeOf(handle).toExtend<RegisteredAppTool>();
expectTypeOf(handle.enabled).toEqualTypeOf<boolean>();
handle.update({ description: "other words", inputSchema: z.object({}) });
handle.update({ inputSchema: jsonSchema });
// @ts-expect-error there is no such property
handle.update({ colour: "red" });

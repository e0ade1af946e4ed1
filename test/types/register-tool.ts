import { App, type RegisteredAppTool } from "@toolshed/apps";
import { expectTypeOf } from "vitest";
import { type } from "../peers/arktype.ts";
import { v } from "../peers/valibot.ts";
import { z } from "../peers/zod.ts";

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
// @ts-expect-error there is no such property
handle.update({ colour: "red" });

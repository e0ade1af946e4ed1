import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import type { ToolContext } from "./tool-context.ts";

test("types flow from the schemas to the handler", () => {
  const tool = defineTool({
    path: "a.b",
    name: "A",
    description: "",
    inputSchema: z.object({ count: z.int().default(1), name: z.string().optional() }),
    outputSchema: z.object({ total: z.int() }),
    handler(ctx, input) {
      expectTypeOf(ctx).toEqualTypeOf<ToolContext>();
      expectTypeOf(input).toEqualTypeOf<{ count: number; name?: string | undefined }>();
      return { total: input.count };
    },
  });
  expect(tool.path).toBe("a.b");
});

test("a handler whose result does not fit the output schema is a type error", () => {
  defineTool({
    path: "a.b",
    name: "A",
    description: "",
    inputSchema: z.object({}),
    outputSchema: z.object({ total: z.int() }),
    // @ts-expect-error the schema asks for a number
    handler: () => ({ total: "many" }),
  });
});

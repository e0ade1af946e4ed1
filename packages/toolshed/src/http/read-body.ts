import { parseArguments } from "@toolshed/sdk";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";

/** The body of a request, checked. What is wrong with it is told field by field. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await context.req.json().catch(() => {
    throw new HTTPException(400, { message: "The body is not JSON" });
  });
  const parsed = await parseArguments(schema, body);
  if ("input" in parsed) return parsed.input;
  throw new HTTPException(400, { message: parsed.problem });
}

import { parseArguments } from "@toolshed/sdk";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";

/** The query of a request, checked. */
export async function readQuery<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = await parseArguments(schema, context.req.query());
  if ("input" in parsed) return parsed.input;
  throw new HTTPException(400, { message: parsed.problem });
}

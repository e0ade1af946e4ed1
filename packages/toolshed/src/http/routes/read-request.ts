import { parseArguments } from "@toolshed/sdk";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";

/** Nothing that a form sends has more values. Arguments of tools may. */
const formValues = 5_000;
const maxProblemLength = 2_000;
/** A document comes as one long string; how long a body may be was decided when the request was admitted. */
const bounds = { ...dataBounds, text: Number.POSITIVE_INFINITY };

/** The body of a request, checked; none at all is an empty one. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  maxValues = formValues,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  return check(schema, text === "" ? {} : parse(text, maxValues));
}

export const readQuery = <Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> => check(schema, context.req.query());

/** What is wrong is told field by field. */
async function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Promise<z.output<Schema>> {
  const parsed = await parseArguments(schema, value);
  if ("input" in parsed) return parsed.input;
  throw new HTTPException(400, { message: parsed.problem.slice(0, maxProblemLength) });
}

function parse(text: string, values: number): unknown {
  try {
    return parseJson(text, { ...bounds, values });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = error.reason === "syntax" ? "The body is not JSON" : `The body: ${error.message}`;
    throw new HTTPException(400, { message });
  }
}

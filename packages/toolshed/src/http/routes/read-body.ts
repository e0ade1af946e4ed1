import { parseArguments } from "@toolshed/sdk";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";

/** The body of a request, checked; none at all is an empty one. What is wrong with it is told field by field. */
export async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  values = maxValues,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  const parsed = await parseArguments(schema, text === "" ? {} : parse(text, values));
  if ("input" in parsed) return parsed.input;
  throw new HTTPException(400, { message: parsed.problem.slice(0, maxProblemLength) });
}

/** Nothing that a form sends has more values. Arguments of tools may. */
const maxValues = 5_000;
const maxProblemLength = 2_000;

function parse(text: string, values: number): unknown {
  try {
    return parseJson(text, { ...bounds, values });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = error.reason === "syntax" ? "The body is not JSON" : `The body: ${error.message}`;
    throw new HTTPException(400, { message });
  }
}

/** A document comes as one long string; how long a body may be was decided when the request was admitted. */
const bounds = { ...dataBounds, text: Number.POSITIVE_INFINITY };

import { UsageError } from "../usage-error.ts";

/** JSON that was typed. `what` names it, and `example` shows it. */
export function parseJson(text: string, what: string, example: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} must be JSON (${(error as Error).message}). For example: ${example}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(`${what} must be a JSON object. For example: ${example}`);
}

/** The value of `--data`. */
export const parseData = (text: string): Record<string, unknown> =>
  parseJson(text, "--data", `--data '{"name": "value"}'`);

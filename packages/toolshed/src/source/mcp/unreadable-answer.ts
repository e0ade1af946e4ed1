import { JsonError } from "../../json/parse-json.ts";

/** Goes with the error that takes the place of an answer beyond our bounds. */
export const unreadableAnswer = { unreadable: true };

/** Says of an answer beyond our bounds who sent it, that the call has run, and what to do. Other errors stay as they are. */
export function explainUnreadable(source: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { data } = error as { data?: Partial<typeof unreadableAnswer> };
  if (!(error instanceof JsonError) && data?.unreadable !== true) return error;
  return new Error(
    `${source} ran the call, but sent an answer that is too large or too deep: ${error.message}. ` +
      "Ask for less with the tool's limit or filter arguments.",
    { cause: error },
  );
}

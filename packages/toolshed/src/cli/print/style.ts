import { styleText } from "node:util";
import { invocation } from "../invocation.ts";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Whether a stream shows colors: a terminal that isn't dumb, unless NO_COLOR is set, or where FORCE_COLOR asks for them. */
export function hasColors(
  stream: { isTTY?: boolean },
  { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv = invocation().env,
): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return canMoveCursor(stream, { TERM }) && !NO_COLOR;
}

/** Whether a line on a stream can be written over. */
export const canMoveCursor = (
  stream: { isTTY?: boolean },
  { TERM }: NodeJS.ProcessEnv = invocation().env,
): boolean => stream.isTTY === true && TERM !== "dumb";

/** Text in a color, where standard output, or the stream given, shows colors. */
export const style = (
  format: Style,
  text: string,
  stream: { isTTY?: boolean } = invocation().stdout,
): string =>
  hasColors(stream)
    ? (styleText as (format: Style, text: string, options: object) => string)(format, text, {
        validateStream: false,
      })
    : text;

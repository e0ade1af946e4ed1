import type { Logger } from "@toolshed/sdk";

export interface Log extends Logger {
  /** A log whose lines begin with the name. */
  named(name: string): Log;
}

const maxLineLength = 2_000;

/** One event, one line, whatever the text holds. */
export function createLog(write: (line: string) => void, name = ""): Log {
  const prefix = name && `${name}: `;
  const line = (level: string) => (message: string) =>
    write(`${new Date().toISOString()} ${level} ${oneLine(prefix + message)}`);

  return {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    named: (inner) => createLog(write, prefix + inner),
  };
}

/** A path or a message may hold what a caller made up: control characters forge lines and steer terminals. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/(ts[kar]_)[\w-]+/g, "$1…")
    .slice(0, maxLineLength);
}

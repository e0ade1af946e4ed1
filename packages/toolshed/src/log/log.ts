import { randomUUID } from "node:crypto";
import { UserError } from "../user-error.ts";

/** What a program that reads the log can filter by. */
export type LogFields = Readonly<Record<string, string | number>>;

export interface Log extends Record<Level, (message: string, fields?: LogFields) => void> {
  /** A log whose lines begin with the name. */
  named(name: string): Log;
}

const logLevels = ["debug", "info", "warn", "error"] as const;
type Level = (typeof logLevels)[number];

export interface LogOptions {
  readonly format?: "text" | "json";
  /** What is less important than this is not written. */
  readonly level?: Level;
}

const maxLineLength = 2_000;
/** What may have to be taken out of a line. */
const unusual = /\p{Cc}|ts[kar]_/u;

/** One event, one line, whatever the text holds. */
export function createLog(write: (line: string) => void, options: LogOptions = {}, name = ""): Log {
  const { format = "text", level: least = "info" } = options;
  const line = (level: Level) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return () => {};
    return (text: string, fields: LogFields = {}) => {
      const time = new Date().toISOString();
      const message = oneLine(text);
      if (format === "json")
        write(JSON.stringify({ time, level, ...(name && { name }), message, ...bounded(fields) }));
      else write(`${time} ${level} ${name && `${name}: `}${message}`);
    };
  };

  return {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    named: (inner) => createLog(write, options, oneLine(name ? `${name}: ${inner}` : inner)),
  };
}

function bounded(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? oneLine(value) : value]),
  );
}

/** A path or a message may hold what a caller made up: control characters forge lines and steer terminals. */
function oneLine(text: string): string {
  if (text.length <= maxLineLength && !unusual.test(text)) return text;
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/(ts[kar]_)[\w-]+/g, "$1…")
    .slice(0, maxLineLength);
}

const formats = ["text", "json"] as const;

/** How TOOLSHED_LOG and TOOLSHED_LOG_LEVEL want the log. */
export function readLogOptions(environment: NodeJS.ProcessEnv): LogOptions {
  return {
    format: choose("TOOLSHED_LOG", environment.TOOLSHED_LOG || "text", formats),
    level: choose("TOOLSHED_LOG_LEVEL", environment.TOOLSHED_LOG_LEVEL || "info", logLevels),
  };
}

function choose<Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice) return choice;
  throw new UserError(`${name} is "${value}": give one of ${choices.join(", ")}.`);
}

/** What a caller may know of an error of our own code. Unless it is meant for people, its details are in the log only. */
export function publicMessage(error: unknown, log: Log): string {
  if (error instanceof UserError) return error.message;
  const id = randomUUID();
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`internal error (${id}): ${details}`);
  return `internal error (${id})`;
}

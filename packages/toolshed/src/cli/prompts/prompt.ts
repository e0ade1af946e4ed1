import type { Readable, Writable } from "node:stream";
import { invocation } from "../invocation.ts";

type Prompts = typeof import("@clack/prompts");

interface PromptOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly withGuide: boolean;
  readonly signal: AbortSignal;
}

const defaultSize = { columns: 80, rows: 24 };

/**
 * Asks the person at the terminal, on standard error, so that standard output has nothing but the result. Gives
 * `undefined` if they cancel. The library is loaded only where a person is asked.
 */
export async function prompt<Answer>(
  ask: (prompts: Prompts, options: PromptOptions) => Promise<Answer>,
): Promise<Exclude<Answer, symbol> | undefined> {
  const { stdin, stderr } = invocation();
  // Some pseudo terminals don't know their size, and the library would wrap after each letter.
  stderr.columns ||= defaultSize.columns;
  stderr.rows ||= defaultSize.rows;
  const prompts = await import("@clack/prompts");
  // The library ends at Ctrl-C only.
  const ended = new AbortController();
  const end = () => ended.abort();
  const onKey = (_: unknown, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === "d") end();
  };
  stdin.on("keypress", onKey).once("end", end);
  try {
    const answer = await ask(prompts, {
      input: stdin,
      output: stderr,
      withGuide: false,
      signal: ended.signal,
    });
    return prompts.isCancel(answer) ? undefined : (answer as Exclude<Answer, symbol>);
  } finally {
    stdin.off("keypress", onKey).off("end", end);
  }
}

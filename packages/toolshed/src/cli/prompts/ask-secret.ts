import { UserError } from "../../user-error.ts";
import { invocation } from "../invocation.ts";
import { note } from "../print/print.ts";
import { printable } from "../print/printable.ts";
import { prompt } from "./prompt.ts";

const quietMs = 1_000;

/**
 * Reads a secret from the terminal without showing it, or from what is piped in: never from the arguments, which
 * shells keep. `instead` says how to give it where there is no terminal.
 */
export async function askSecret(what: string, instead: string): Promise<string> {
  if (!invocation().stdin.isTTY) return readPiped(what, instead);
  const answer = await prompt(({ password }, options) => password({ message: printable(what), ...options }));
  if (answer === undefined) throw new UserError("Canceled. Nothing was saved.", { code: "interrupted" });
  if (answer.trim() === "") throw new UserError(`No ${what} was entered. Nothing was saved.`);
  return answer.trim();
}

async function readPiped(what: string, instead: string): Promise<string> {
  const timer = setTimeout(() => note(`Waiting for the ${what} on standard input. ${instead}`), quietMs);
  let piped = "";
  for await (const chunk of invocation().stdin) piped += chunk;
  clearTimeout(timer);
  if (piped.trim() === "") throw new UserError(`No ${what} on standard input. ${instead}`);
  return piped.trim();
}

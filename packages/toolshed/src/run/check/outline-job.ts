import { prepareScript } from "../sandbox/prepare-script.ts";
import type { Program, ScriptError } from "../sandbox/sandbox.ts";
import { findMentions, type Mentions } from "./script-mentions.ts";

/** What the type check has to know of a script beforehand. */
export interface ScriptOutline extends Mentions {
  readonly gives: Program["gives"];
}

export function run(script: string): ScriptOutline | { readonly error: ScriptError } {
  const prepared = prepareScript(script);
  if ("error" in prepared) return prepared;
  return { gives: prepared.program.gives, ...findMentions(script) };
}

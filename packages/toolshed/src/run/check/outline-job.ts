import { type Prepared, prepareScript } from "../sandbox/prepare-script.ts";
import { findMentions, type Mentions } from "./script-mentions.ts";

/** What has to be known of a script before its types are checked. */
export type ScriptOutline = Prepared & Mentions;

export const run = (script: string): ScriptOutline => ({ ...prepareScript(script), ...findMentions(script) });

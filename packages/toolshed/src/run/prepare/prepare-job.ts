import { type Prepared, prepareScript } from "./prepare-script.ts";
import { findMentions, type Mentions } from "./script-mentions.ts";

export type PreparedScript = Prepared & Mentions;

export const run = (script: string): PreparedScript => ({
  ...prepareScript(script),
  ...findMentions(script),
});

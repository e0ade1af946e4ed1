import { type Prepared, prepareScript } from "./prepare-script.ts";

const maxCharacters = 1024 * 1024;

/** The scripts that one caller has run in a thread, without their types. Nothing of them stays for the next caller. */
export function createProgramCache() {
  const known = new Map<string, Prepared>();
  let characters = 0;
  let lastIdentity: string | undefined;

  function clear(): void {
    known.clear();
    characters = 0;
  }

  return {
    prepare(identity: string, script: string): Prepared {
      if (identity !== lastIdentity) clear();
      lastIdentity = identity;
      const found = known.get(script);
      if (found) return found;
      const prepared = prepareScript(script);
      if (characters + script.length > maxCharacters) clear();
      known.set(script, prepared);
      characters += script.length;
      return prepared;
    },
  };
}

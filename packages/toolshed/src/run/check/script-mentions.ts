/** A place in a script where it says `tools.` and a path. */
export interface Mention {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  /** Whether the script also uses `tools` in ways that name no tool, or names too many. */
  readonly isOpen: boolean;
}

const own = new Set(["search", "describe", "output"]);
/** A real script has a few dozen. */
const maxMentions = 2_000;
const maxPathLength = 300;

/** Where a script says `tools`, in code, texts and comments alike. Takes time in proportion to the script's length. */
export function findMentions(script: string): Mentions {
  const mentions: Mention[] = [];
  let isOpen = false;
  for (const match of script.matchAll(/\btools\b((?:\s*\??\.\s*[A-Za-z_$][\w$]*)*)(\s*\[)?/g)) {
    const [whole, dotted = "", index] = match;
    const path = pathOf(dotted);
    if (own.has(path.split(".", 1)[0] as string)) continue;
    if (path === "" || index !== undefined || mentions.length === maxMentions) isOpen = true;
    if (path === "" || mentions.length === maxMentions) continue;
    mentions.push({ path, start: match.index, end: match.index + whole.length });
  }
  return { mentions, isOpen };
}

/** The segments after `tools`, as many as a tool's path can have. */
function pathOf(dotted: string): string {
  let path = "";
  for (const [segment] of dotted.matchAll(/[A-Za-z_$][\w$]*/g)) {
    if (path.length + segment.length > maxPathLength) break;
    path += path === "" ? segment : `.${segment}`;
  }
  return path;
}

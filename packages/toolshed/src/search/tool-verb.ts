import type { SourceTool } from "../source/source.ts";
import { splitWords } from "./words/split-words.ts";
import { stem } from "./words/stem.ts";
import { type VerbKind, verbKindOf } from "./words/verbs.ts";

/** Verbs that are hardly ever nouns. They are believed wherever they stand in a name. */
const clearVerbs: ReadonlySet<string> = new Set(
  `add append archive assign browse cancel clear compose create deactivate delete destroy disable discover download edit enable
  enumerate erase execute fetch find generate get insert invite list locate lookup merge modify move obtain publish purge
  query read register remove rename replace rerun reset restart restore retrieve revoke search send show start stop submit
  subscribe transfer trigger unarchive unassign unsubscribe update upload validate verify view write`.split(
    /\s+/,
  ),
);
export const isClearVerb = (word: string): boolean => clearVerbs.has(word);
/** What begins the name of an operation without saying what it does: the method alone. */
const methods = new Set(["post", "put", "patch"]);

export interface ToolVerb {
  readonly kind: VerbKind;
  /** The stem of the word that says so. */
  readonly stem: string;
}

/**
 * What a tool does, by its name, else by the last part of its path, which follows the method of an operation. An
 * annotation only tells reading from changing.
 */
export function verbOfTool({ name, path, readOnly }: NamedTool): ToolVerb | undefined {
  const words = splitWords(name.slice(0, 200));
  const named = methods.has(words[0] ?? "") ? words.slice(1) : words;
  const action = splitWords(path.slice(path.lastIndexOf(".") + 1).slice(0, 200))[0] ?? "";
  const verb =
    named.find(isClearVerb) ?? [action, named[0] ?? "", named.at(-1) ?? ""].find((word) => verbKindOf(word));
  const kind = verb && verbKindOf(verb);
  if (verb && kind) return { kind, stem: stem(verb) };
  return readOnly ? { kind: "read", stem: "" } : undefined;
}

type NamedTool = Pick<SourceTool, "name" | "path" | "readOnly">;

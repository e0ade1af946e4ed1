import { cleanText, commandTags, tagsConcern } from "../../clean-text.ts";
import { methods } from "./methods.ts";

/** Something in a document that an admin should look at. */
export interface Oddity {
  /** Where it is: `GET /pets`, or `components/schemas/Pet`. */
  readonly name: string;
  readonly flags: readonly string[];
}

interface Place {
  readonly key: string;
  readonly parent: Place | undefined;
}

const prose = new Set(["description", "summary", "title", "operationId"]);
/** What a service sends and takes stays as it is. */
const values = new Set(["default", "enum", "const", "example", "examples"]);
const maxOddities = 100;
const maxNameLength = 200;

/** Takes out of a document's texts, in place, what a model would read and people would not see, and tells where that was. */
export function cleanDocument(root: object): Oddity[] {
  const oddities = new Map<string, Set<string>>();
  const seen = new Set<object>();
  // Documents may be nested deeper than a function can call itself.
  const left: { value: object; place: Place | undefined }[] = [{ value: root, place: undefined }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, place } = next;
    if (seen.has(value)) continue;
    seen.add(value);
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null) {
        if (!values.has(key)) left.push({ value: member, place: { key, parent: place } });
      } else if (typeof member === "string" && prose.has(key)) {
        const text = cleanText(member);
        const flags = flagsOf(key, member, text);
        if (text !== member) (value as Record<string, unknown>)[key] = text;
        if (flags.length > 0) note(oddities, nameOf(place), flags);
      }
    }
  }
  return [...oddities].map(([name, flags]) => ({ name, flags: [...flags] }));
}

function flagsOf(key: string, text: string, cleaned: string): string[] {
  const flags: string[] = [];
  if (text !== cleaned) flags.push("it has characters that people do not see; they were taken out");
  if (commandTags.test(text)) flags.push(tagsConcern);
  if (key === "operationId" && /[^\x20-\x7e]/.test(cleaned)) {
    flags.push("its name has letters that look like others");
  }
  return flags;
}

function note(oddities: Map<string, Set<string>>, name: string, flags: readonly string[]): void {
  const noted = oddities.get(name) ?? new Set();
  if (noted.size === 0 && oddities.size === maxOddities) return;
  for (const flag of flags) noted.add(flag);
  oddities.set(name, noted);
}

function nameOf(place: Place | undefined): string {
  const keys: string[] = [];
  for (let at = place; at; at = at.parent) keys.push(at.key);
  const [first = "the document", second = "", third = ""] = keys.reverse();
  const isOperation = first === "paths" && (methods as readonly string[]).includes(third);
  const name = isOperation ? `${third.toUpperCase()} ${second}` : keys.slice(0, 3).join("/") || first;
  return cleanText(name).replace(/\s+/g, " ").slice(0, maxNameLength);
}

import { hash } from "node:crypto";
import { commandTags, tagsConcern } from "../clean-text.ts";
import type { JsonSchema } from "../source.ts";

/** What descriptions of tools say when they are meant to steer a model behind the person's back, each with a concern for an admin. */
const patterns = (
  [
    [tagsConcern, commandTags],
    [
      "it tells the model to ignore instructions",
      /\b(?:ignore|disregard|forget)\s{1,5}(?:all\s{1,5}|any\s{1,5})?(?:of\s{1,5})?(?:the\s{1,5}|your\s{1,5})?(?:previous|prior|above|earlier|other)\s{1,5}(?:instructions?|messages?|rules?|tools?)/i,
    ],
    [
      "it tells the model to hide something from people",
      /\b(?:do\s{1,5}not|don't|never)\s{1,5}(?:tell|mention|reveal|show|inform|notify|ask)\b[^.\n]{0,60}\b(?:user|person|human|anyone)\b/i,
    ],
    [
      "it tells the model to hide something from people",
      /\bwithout\s{1,5}(?:telling|asking|informing|notifying)\b[^.\n]{0,40}\b(?:user|person|human|anyone)\b/i,
    ],
    [
      "it tells the model what to do around other calls",
      /\b(?:before|after)\s{1,5}(?:using|calling|running)\s{1,5}(?:this|any|every|other)\b[^.\n]{0,20}\btools?\b[^.\n]{0,80}/i,
    ],
    [
      "it asks the model for credentials or keys",
      /\b(?:read|send|include|pass|attach)\b[^.\n]{0,60}(?:~\/\.ssh|id_rsa|\.env\b|credentials?\b|api keys?\b|passwords?\b)/i,
    ],
  ] as const
).map(([concern, pattern]) => ({ concern, pattern: new RegExp(pattern, "gi") }));

export const maxFlagged = 20;

export interface ToolTexts {
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations?: object | undefined;
}

/** The phrases in a tool's texts that an admin should read twice, as they are written there. */
export function findFlaggedPhrases(tool: ToolTexts): string[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const { $defs: input, ...own } = inputSchema;
  const { $defs: output, ...ownOutput } = outputSchema ?? {};
  const definitions = [input, output].flatMap((members) => Object.entries(Object(members)));
  return [
    ...new Set([
      ...phrasesIn([name, title, description, annotations, own, ownOutput]),
      ...definitions.flatMap(([key, definition]) => [...phrasesIn(key), ...phrasesOnce(definition)]),
    ]),
  ];
}

/** Why an admin should read them twice, in words that continue the tool's name. */
export function concernsOf(phrases: readonly string[]): string[] {
  const found = patterns.filter(({ pattern }) => phrases.some((phrase) => phrase.search(pattern) !== -1));
  return [...new Set(found.map(({ concern }) => concern))];
}

/** What is remembered of a tool's phrases. Each change of them shows, however many there are. */
export function digestPhrases(tool: ToolTexts): string[] {
  const phrases = findFlaggedPhrases(tool).sort();
  const rest = phrases.splice(maxFlagged);
  return [...phrases, ...(rest.length > 0 ? [rest.join("\n")] : [])].map((phrase) =>
    hash("sha256", phrase).slice(0, 32),
  );
}

/** The tools of an API share their definitions. */
const inDefinitions = new WeakMap<object, readonly string[]>();

function phrasesOnce(definition: unknown): readonly string[] {
  if (typeof definition !== "object" || definition === null) return phrasesIn(definition);
  const phrases = inDefinitions.get(definition) ?? phrasesIn(definition);
  inDefinitions.set(definition, phrases);
  return phrases;
}

/** No pattern matches across it. */
const separator = "\n\0\n";

function phrasesIn(value: unknown): string[] {
  const text = textsIn(value).join(separator);
  return patterns.flatMap(({ pattern }) => text.match(pattern) ?? []);
}

/** All names and texts in a value, each object once. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") texts.push(next);
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const [name, member] of Object.entries(next)) {
      if (!Array.isArray(next)) texts.push(name);
      left.push(member);
    }
  }
  return texts;
}

import { splitWords } from "./split-words.ts";
import { commonWords, stopWords } from "./stop-words.ts";
import { kindOfRequest } from "./verbs.ts";

const maxSteps = 12;
/** Words that a part needs to be a step of its own, beside those that people say in any request. */
const minTelling = 2;
/** A full stop inside a path or a number ends no sentence, nor does one after a short form. */
const sentenceEnd = /(?<!\b(?:Mr|Mrs|Ms|Dr|vs|e\.g|i\.e))[.!?;](?=\s|$)|\n|[。！？；]/;
/** A dash or number before an item of a list. */
const listMark = /(^|\n) ?(?:[-*•]|\d{1,3}[.)]) /g;
/** Where another step may begin inside a sentence. */
const joint = /,\s+(?:and\s+)?(?:then\s+|also\s+|finally\s+)?|\s+and\s+(?:then\s+|also\s+)?|\s+then\s+|:\s+/i;
/** What an enumeration comes after. */
const enumeration = /\b(?:include|includes|including)\b/i;

/** The things that a longer request asks for, in its order. A request for one thing is one step. */
export function splitSteps(text: string): string[] {
  const steps = text
    // Long runs of spaces would make the joints slow to find.
    .replace(/[^\S\n]+/g, " ")
    .replace(listMark, "$1")
    .split(sentenceEnd)
    .flatMap(splitSentence)
    .map((step) => step.trim())
    .filter((step) => splitWords(step).some((word) => !stopWords.has(word)));
  if (steps.length <= 1) return [text];
  return [...steps.slice(0, maxSteps - 1), steps.slice(maxSteps - 1).join(" ")].filter(Boolean);
}

/** At each joint that a verb follows, and at the commas of an enumeration. */
function splitSentence(sentence: string): string[] {
  const steps: string[] = [];
  const parts = sentence.trim().split(joint);
  for (const [at, part] of parts.entries()) {
    const words = splitWords(part);
    const beginsStep = at > 0 && kindOfRequest(words) !== undefined && telling(words) >= minTelling;
    if (at === 0 || (beginsStep && telling(splitWords(steps.at(-1) as string)) >= minTelling))
      steps.push(part);
    else steps.push(`${steps.pop()}, ${part}`);
  }
  return steps.flatMap(splitEnumeration);
}

const telling = (words: readonly string[]): number =>
  words.filter((word) => !stopWords.has(word) && !commonWords.has(word)).length;

function splitEnumeration(step: string): string[] {
  const at = step.search(enumeration);
  if (at < 0) return [step];
  const items = step
    .slice(at)
    .replace(enumeration, "")
    .split(/,\s*(?:and\s+)?|\s+and\s+/);
  const isList = items.length > 2 && items.every((item) => telling(splitWords(item)) >= minTelling);
  return isList ? [step.slice(0, at), ...items] : [step];
}

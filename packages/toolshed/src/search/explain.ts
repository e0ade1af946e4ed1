import { type FieldName, fieldNames, fieldsOf, type ToolFields } from "./fields.ts";
import type { IndexedTool, ScoredTool } from "./indexed-tool.ts";
import { type Postings, strongest } from "./postings.ts";
import type { Ranking } from "./ranking.ts";
import type { SpreadTool } from "./refine.ts";
import { rarity } from "./scores.ts";
import type { Steps } from "./slices.ts";
import type { Concept, Query } from "./words/parse-query.ts";
import { stem } from "./words/stem.ts";

const places: Readonly<Record<FieldName, string>> = {
  name: "in the name",
  place: "in the source's name",
  summary: "in the first sentence",
  description: "in the description",
  parameters: "among the parameters",
  parameterTexts: "in what the parameters say",
};

const points = (value: number): string => `+${value.toFixed(2)}`;
const times = (value: number): string => `×${value.toFixed(2)}`;
const isOne = (value: number): boolean => Math.abs(value - 1) < 0.005;

export type Explain = (
  indexed: IndexedTool,
  scored: ScoredTool | SpreadTool | undefined,
  isExactPath: boolean,
) => string[];

/** Prepares to say, for each of the tools that were found, what its score is made of: a line for each contribution. */
export function* createExplain(
  query: Query,
  found: readonly (readonly [IndexedTool, ScoredTool | undefined])[],
  postings: Postings,
  toolCount: number,
  ranking: Ranking,
): Steps<Explain> {
  const concepts = query.steps.flatMap((step) => step.concepts);
  const strengths = new Map<number, Map<number, number>>(
    found.flatMap(([, scored]) => (scored ? [[scored.slot, new Map<number, number>()]] : [])),
  );
  for (const wordId of new Set(concepts.flatMap(({ weights }) => [...weights.keys()]))) {
    const list = postings.of(wordId);
    for (let at = 0; at < postings.countOf(wordId); at++) {
      const posting = list[at] as number;
      strengths.get(posting >>> 8)?.set(wordId, (posting & strongest) / strongest);
    }
    yield;
  }

  /** Of the words that would do for a concept, the one that counts most in a slot. */
  function bestWord({ weights }: Concept, slot: number): { wordId: number; value: number } {
    let best = { wordId: -1, value: 0 };
    for (const [wordId, weight] of weights) {
      const strength = strengths.get(slot)?.get(wordId) ?? 0;
      const value = weight * strength * rarity(postings.countOf(wordId), toolCount);
      if (value > best.value) best = { wordId, value };
    }
    return best;
  }

  return (indexed, scored, isExactPath) => {
    const first = isExactPath ? ["Exact path: always first"] : [];
    if (!scored) return first;
    const { words, thing } = fieldsOf(indexed.source.id, indexed.tool);
    const byStem = wordsByStem(words);
    let sum = 0;
    const lines: { line: string; value: number }[] = [];
    for (const concept of concepts) {
      const { wordId, value } = bestWord(concept, scored.slot);
      if (value === 0) continue;
      sum += value;
      lines.push({
        line: `${describeWord(concept.asked, byStem.get(postings.wordOf(wordId)))} ${points(value)}`,
        value,
      });
    }
    lines.sort((a, b) => b.value - a.value);
    return [
      ...first,
      ...lines.map(({ line }) => line),
      ...describeParts(query, indexed, thing, scored, sum, ranking),
    ];
  };
}

interface FoundWord {
  readonly field: FieldName;
  readonly word: string;
}

/** Where each stem stands first, and as which word. */
function wordsByStem(words: ToolFields["words"]): ReadonlyMap<string, FoundWord> {
  const found = new Map<string, FoundWord>();
  for (const field of fieldNames) {
    for (const word of words[field]) if (!found.has(stem(word))) found.set(stem(word), { field, word });
  }
  return found;
}

function describeWord(asked: string, found: FoundWord | undefined): string {
  if (!found) return `"${asked}", what users of the service call it`;
  const { field, word } = found;
  const as = singular(asked) === singular(word) ? "" : ` as "${word}"`;
  return `"${asked}"${as} ${places[field]}`;
}

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");

function describeParts(
  query: Query,
  indexed: IndexedTool,
  thing: readonly string[],
  scored: ScoredTool | SpreadTool,
  sum: number,
  ranking: Ranking,
): string[] {
  const { served, wordScore, refined } = scored;
  const step = query.steps[served];
  const lines: string[] = [];
  const named = query.named.filter(({ source, step }) => source === indexed.source && step === served);
  const forName = named.reduce((factor, { share }) => factor * (1 + ranking.namedSource * share), 1);
  if (query.steps.length > 1) {
    // The words may have left the index since.
    const factor = sum === 0 ? "" : ` ${times(wordScore / forName / sum)}`;
    lines.push(`Serves the step "${step?.text.trim()}"${factor}`);
  }
  if (!isOne(forName)) lines.push(`The query names its source ${times(forName)}`);
  if (refined) {
    if (!isOne(refined.forName)) lines.push(`Matches the name or title ${times(refined.forName)}`);
    if (refined.forPairs > 0) lines.push(`Same word order as the query ${points(refined.forPairs)}`);
    if (!isOne(refined.forThing))
      lines.push(`The query doesn't mention "${thing.join(" ")}" ${times(refined.forThing)}`);
    if (indexed.kind && step?.kind) {
      const asks = indexed.kind === step.kind ? "as in the query" : `the query asks to ${step.kind}`;
      lines.push(`Action: ${indexed.kind}, ${asks} ${times(refined.forVerb)}`);
    }
    if (refined.forExactName > 0) lines.push(`Exact name ${points(refined.forExactName)}`);
  }
  if ("forSpread" in scored && !isOne(scored.forSpread)) {
    lines.push(`Ranked after similar tools ${times(scored.forSpread)}`);
  }
  const score = scored.score * ("forSpread" in scored ? scored.forSpread : 1);
  return [...lines, `Score ${score.toFixed(2)}`];
}

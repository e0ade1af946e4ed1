import { cleanText } from "../clean-text.ts";
import type { JsonSchema } from "../source.ts";
import { type DiffBudget, newDiffBudget } from "./diff-budget.ts";
import { type DiffPart, diffWords } from "./diff-words.ts";
import { concernsOf, findFlaggedPhrases, maxFlagged } from "./flagged-phrases.ts";
import { listFields, type SchemaField } from "./list-fields.ts";
import { listValues } from "./list-values.ts";
import type { ReviewedTool, ShownTool, ShownView } from "./reviewed-tool.ts";

export interface FieldChange {
  readonly name: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before?: SchemaField | undefined;
  readonly after?: SchemaField | undefined;
  /** By words, where only a few of them changed. */
  readonly description?: readonly DiffPart[];
}

/** A value that is absent was added or removed. */
export interface ValueChange {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What an admin reads to decide about a changed tool. */
export interface ToolDiff {
  /** Whether the tool as it was seen is known. If not, all of it is shown. */
  readonly isCompared: boolean;
  /** Whether all of it is shown. If not, it is too large to compare. */
  readonly isComplete: boolean;
  readonly values: readonly ValueChange[];
  /** Empty if it has not changed. */
  readonly description: readonly DiffPart[];
  readonly fields: readonly FieldChange[];
  readonly results: readonly FieldChange[];
  /** What has changed in the schemas beside that, by its place. */
  readonly others: readonly ValueChange[];
  readonly view?: { readonly before?: ShownView | undefined; readonly after?: ShownView | undefined };
  /** Phrases in it that should be read twice. */
  readonly flagged: readonly string[];
  /** What these phrases do, in words that continue the tool's name. */
  readonly concerns: readonly string[];
}

/** Nobody reads more. */
const maxOthers = 200;
const maxShownLength = 4_000;

export function compareTools(
  { before, after, viewBefore, viewAfter }: ReviewedTool,
  budget: DiffBudget = newDiffBudget(),
): ToolDiff {
  const description = diffWords(before?.description ?? "", after?.description ?? "", budget);
  const fields = compareFields(before?.inputSchema, after?.inputSchema, budget);
  const results = compareFields(before?.outputSchema, after?.outputSchema, budget);
  const inInput = compareSchemas("", before?.inputSchema, after?.inputSchema, budget);
  const inOutput = compareSchemas("output.", before?.outputSchema, after?.outputSchema, budget);
  const isTold = tellsOf([...fields, ...results]);
  const untold = [...inInput.changes, ...inOutput.changes].filter((change) => !isTold(change));
  const isCut =
    untold.length > maxOthers || untold.some(({ before, after }) => isLong(before) || isLong(after));
  const phrases = after ? findFlaggedPhrases(after) : [];
  const isFlagged = ({ after = "" }: ValueChange) => phrases.some((phrase) => after.includes(phrase));
  const flaggedFirst = (one: ValueChange, other: ValueChange) =>
    Number(isFlagged(other)) - Number(isFlagged(one));
  return {
    isCompared: before !== undefined,
    isComplete: budget.steps > 0 && inInput.isComplete && inOutput.isComplete && !isCut,
    values: compareValues(valuesOf(before), valuesOf(after)),
    description: description.some(({ kind }) => kind !== "same") ? description : [],
    fields,
    results,
    others: untold
      .sort(flaggedFirst)
      .slice(0, maxOthers)
      .map((change) => ({
        name: cleanText(change.name).slice(0, 500),
        ...(change.before !== undefined && { before: shown(change.before) }),
        ...(change.after !== undefined && { after: shown(change.after) }),
      })),
    ...(viewBefore?.hash !== viewAfter?.hash && { view: { before: viewBefore, after: viewAfter } }),
    flagged: phrases.slice(0, maxFlagged),
    concerns: concernsOf(phrases),
  };
}

const isLong = (text = ""): boolean => text.length > maxShownLength;
const shown = (text: string): string => cleanText(text.slice(0, maxShownLength));

/** Every value of a schema that is not as it was. */
function compareSchemas(
  prefix: string,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  budget: DiffBudget,
): { changes: ValueChange[]; isComplete: boolean } {
  const old = listValues(before, budget);
  const now = listValues(after, budget);
  const places = new Set([...now.values.keys(), ...old.values.keys()]);
  const changes = [...places]
    .map((place) => ({
      name: `${prefix}${place}`,
      before: old.values.get(place),
      after: now.values.get(place),
    }))
    .filter((one) => one.before !== one.after);
  return { changes, isComplete: old.isComplete && now.isComplete };
}

/** Whether the changes of fields already show a value, as it was and as it is. */
function tellsOf(fields: readonly FieldChange[]): (change: ValueChange) => boolean {
  const shownFields = fields
    .flatMap(({ before, after }) => [before, after])
    .filter((one) => one !== undefined);
  const known = new Set([
    // They say nothing that their names don't.
    ...["{}", "[]"],
    ...fields.flatMap(({ name }) => name.split(/[.[\]]+/)),
    ...shownFields.flatMap(({ type, description }) => [...type.split(/[\s()[\]]+/), description]),
  ]);
  const rules = shownFields.flatMap((field) => field.rules);
  const isKnown = (text: string) =>
    known.has(text) || rules.some((rule) => rule.includes(`"${text}"`) || rule.endsWith(` ${text}`));
  return ({ before, after }) => [before, after].every((text) => text === undefined || isKnown(text));
}

const valuesOf = (tool: ShownTool | undefined): Record<string, string> => ({
  ...(tool?.title !== undefined && { title: tool.title }),
  ...tool?.properties,
});

function compareValues(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ValueChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((one) => one.before !== one.after);
}

function compareFields(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  budget: DiffBudget,
): FieldChange[] {
  const old = listFields(before, budget);
  const now = listFields(after, budget);
  const changes: FieldChange[] = [];
  for (const [name, field] of now) {
    const known = old.get(name);
    if (!known) changes.push({ name, kind: "added", after: field });
    else if (JSON.stringify(known) !== JSON.stringify(field)) {
      const words =
        known.description !== field.description
          ? diffWords(known.description, field.description, budget)
          : undefined;
      changes.push({
        name,
        kind: "changed",
        before: known,
        after: field,
        ...(words && { description: words }),
      });
    }
  }
  for (const [name, field] of old) if (!now.has(name)) changes.push({ name, kind: "removed", before: field });
  return changes;
}

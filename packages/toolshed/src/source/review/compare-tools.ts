import type { JsonSchema } from "../source.ts";
import { type DiffBudget, newDiffBudget } from "./diff-budget.ts";
import { type DiffPart, diffWords } from "./diff-words.ts";
import { concernsOf, findFlaggedPhrases, maxFlagged } from "./flagged-phrases.ts";
import { listFields, type SchemaField } from "./list-fields.ts";
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
  readonly view?: { readonly before?: ShownView | undefined; readonly after?: ShownView | undefined };
  /** Phrases in it that should be read twice. */
  readonly flagged: readonly string[];
  /** What these phrases do, in words that continue the tool's name. */
  readonly concerns: readonly string[];
}

export function compareTools(
  { before, after, viewBefore, viewAfter }: ReviewedTool,
  budget: DiffBudget = newDiffBudget(),
): ToolDiff {
  const description = diffWords(before?.description ?? "", after?.description ?? "", budget);
  const fields = compareFields(before?.inputSchema, after?.inputSchema, budget);
  const results = compareFields(before?.outputSchema, after?.outputSchema, budget);
  const phrases = after ? findFlaggedPhrases(after) : [];
  return {
    isCompared: before !== undefined,
    isComplete: budget.steps > 0,
    values: compareValues(valuesOf(before), valuesOf(after)),
    description: description.some(({ kind }) => kind !== "same") ? description : [],
    fields,
    results,
    ...(viewBefore?.hash !== viewAfter?.hash && { view: { before: viewBefore, after: viewAfter } }),
    flagged: phrases.slice(0, maxFlagged),
    concerns: concernsOf(phrases),
  };
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

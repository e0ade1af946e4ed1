import { type DiffBudget, spend } from "./diff-budget.ts";

export interface SchemaValues {
  /** Every value of the schema as text, by its place, such as `properties.to.items.description`. */
  readonly values: ReadonlyMap<string, string>;
  /** Whether these are all. */
  readonly isComplete: boolean;
}

const maxValues = 20_000;
const maxDepth = 64;
/** What reading one value costs, in steps of comparing words. */
const readSteps = 20;

/** All that a schema says, also where no field is, such as the text of an alternative. The model reads it all. */
export function listValues(schema: unknown, budget: DiffBudget): SchemaValues {
  const values = new Map<string, string>();
  let isComplete = true;

  function read(place: string, value: unknown, depth: number): void {
    if (values.size >= maxValues || depth > maxDepth || !spend(budget, readSteps)) {
      isComplete = false;
      return;
    }
    const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (members.length === 0) values.set(place, toText(value));
    for (const [name, member] of members) read(place === "" ? name : `${place}.${name}`, member, depth + 1);
  }

  if (schema !== undefined) read("", schema, 0);
  return { values, isComplete };
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

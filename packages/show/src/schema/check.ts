import { isObject } from "../dom.ts";
import { texts } from "../texts.ts";
import { formatOf } from "./format.ts";
import { patternCost } from "./pattern-cost.ts";
import { type Schema, type Schemas, toSchema } from "./schemas.ts";

export interface FormProblem {
  /** Names and places from the outside inwards. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Whether the value is of another kind altogether. */
  readonly isMisfit?: boolean;
  /** Whether something was only not filled in yet. */
  readonly isMissing?: boolean;
}

const deepest = 40;
const mostItems = 1_000;
const longestTested = 500;
const mostSteps = 10_000;
const mostProblems = 1_000;
const mostPatternCost = 300_000;

/** Finds what a schema says against a value. The gateway has the last word; this is for messages while typing, and ends after some steps. */
export function check(schemas: Schemas, schema: unknown, value: unknown): FormProblem[] {
  return checkAt({ schemas, left: mostSteps }, schema, value, { path: [], depth: 0, known: new Map() });
}

/** One check: anyone may have written the schema, so its work is counted. */
interface Run {
  readonly schemas: Schemas;
  left: number;
}

/** A value that is checked. */
interface Place {
  readonly path: Path;
  readonly depth: number;
  /** What is known of this value by schema. While a schema is checked it has no problems, so references to itself end. */
  readonly known: Map<object, FormProblem[]>;
}

function addAll(problems: FormProblem[], more: readonly FormProblem[]): void {
  for (const problem of more) if (problems.length < mostProblems) problems.push(problem);
}

type Path = readonly (string | number)[];

function checkAt(run: Run, given: unknown, value: unknown, place: Place): FormProblem[] {
  const { path, depth, known } = place;
  if (given === false) return [{ path, message: texts.unknown, isMisfit: true }];
  if (!isObject(given) || depth > deepest || --run.left < 0) return [];
  const before = known.get(given);
  if (before) return before;
  known.set(given, []);
  const problems = checkHere(run, given, value, place);
  known.set(given, problems);
  return problems;
}

function checkHere(run: Run, given: Schema, value: unknown, { path, depth, known }: Place): FormProblem[] {
  const same = (schema: unknown) => checkAt(run, schema, value, { path, depth: depth + 1, known });
  const inner: CheckInner = (schema, at, more = []) =>
    checkAt(run, schema, at, { path: [...path, ...more], depth: depth + 1, known: new Map() });
  const problems: FormProblem[] = [];
  if (typeof given.$ref === "string") addAll(problems, same(run.schemas.find(given.$ref)));
  for (const part of listOf(given.allOf)) addAll(problems, same(part));
  for (const variants of [listOf(given.anyOf), listOf(given.oneOf)]) {
    const [first, ...others] = variants;
    if (variants.length > 0)
      addAll(
        problems,
        others.reduce<FormProblem[]>((best, it) => nearer(best, same(it)), same(first)),
      );
  }
  const misfit = misfitOf(run, given, value);
  if (misfit) return [...problems, { path, message: misfit, isMisfit: true }];
  const say = (message: string | undefined) => {
    if (message !== undefined) addAll(problems, [{ path, message }]);
  };
  if (typeof value === "string") checkString(run, given, value).forEach(say);
  else if (typeof value === "number") checkNumber(given, value).forEach(say);
  else if (Array.isArray(value)) addAll(problems, checkArray(run, given, value, path, inner));
  else if (isObject(value)) addAll(problems, checkObject(run, given, value, path, inner));
  return problems;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The problems of the variant that was more likely meant. */
const nearer = (best: FormProblem[], next: FormProblem[]): FormProblem[] =>
  weight(next) < weight(best) ? next : best;

const weight = (problems: FormProblem[]): number =>
  problems.reduce((sum, { isMisfit, path }) => sum + (isMisfit ? 100 - Math.min(50, path.length) : 1), 0);

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
};

function isOfType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return typeof value === type;
}

function misfitOf(run: Run, schema: Schema, value: unknown): string | undefined {
  const { type, enum: values } = schema;
  // Comparing objects takes longer than comparing texts.
  run.left -= listOf(values).length * (typeof value === "object" ? 1 : 0.01);
  const wanted = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  if (wanted.length > 0 && !wanted.some((name) => isOfType(value, name)))
    return texts.expected(wanted.map((name) => typeNames[name] ?? name).join(" or "));
  if (Object.hasOwn(schema, "const") && !isSame(schema.const, value))
    return texts.exactly(JSON.stringify(schema.const));
  if (Array.isArray(values) && !values.some((one) => isSame(one, value)))
    return texts.oneOf(
      values
        .slice(0, 8)
        .map((one) => JSON.stringify(one))
        .join(", ") + (values.length > 8 ? ", …" : ""),
    );
  return undefined;
}

/** Whether two JSON values are equal. The order of keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

const limit = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function checkString(run: Run, schema: Schema, value: string): (string | undefined)[] {
  const [min, max] = [limit(schema.minLength), limit(schema.maxLength)];
  const { length } = [...value.slice(0, 100_000)];
  run.left -= length / 1_000;
  const format = value.length > longestTested ? undefined : formatOf(schema.format);
  return [
    min !== undefined && length < min ? texts.shortest(min) : undefined,
    max !== undefined && Math.max(length, value.length > 100_000 ? value.length : 0) > max
      ? texts.longest(max)
      : undefined,
    typeof schema.pattern === "string" && matches(run, schema.pattern, value) === false
      ? texts.pattern(schema.pattern)
      : undefined,
    format && !format.fits(value) ? texts.format(format.wanted) : undefined,
  ];
}

/** Undefined where finding out could take long. */
function matches(run: Run, pattern: string, value: string): boolean | undefined {
  const cost = value.length > longestTested ? mostPatternCost : patternCost(pattern, value.length);
  if (cost >= mostPatternCost || cost / 100 > run.left) return undefined;
  run.left -= cost / 100;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return undefined;
  }
}

function checkNumber(schema: Schema, value: number): (string | undefined)[] {
  const [min, max] = [limit(schema.minimum), limit(schema.maximum)];
  // Draft 4 has them as switches beside the limit.
  const over = schema.exclusiveMinimum === true ? min : limit(schema.exclusiveMinimum);
  const under = schema.exclusiveMaximum === true ? max : limit(schema.exclusiveMaximum);
  const step = limit(schema.multipleOf);
  const rest = step ? Math.abs(value / step - Math.round(value / step)) : 0;
  return [
    min !== undefined && value < min ? texts.atLeast(min) : undefined,
    max !== undefined && value > max ? texts.atMost(max) : undefined,
    over !== undefined && value <= over ? texts.moreThan(over) : undefined,
    under !== undefined && value >= under ? texts.lessThan(under) : undefined,
    step && rest > 1e-9 ? texts.multipleOf(step) : undefined,
  ];
}

type CheckInner = (schema: unknown, value: unknown, path?: Path) => FormProblem[];

function checkArray(
  run: Run,
  schema: Schema,
  value: readonly unknown[],
  path: Path,
  inner: CheckInner,
): FormProblem[] {
  const problems: FormProblem[] = [];
  const [min, max] = [limit(schema.minItems), limit(schema.maxItems)];
  if (min !== undefined && value.length < min)
    problems.push({ path, message: texts.fewest(min), isMissing: value.length === 0 });
  if (max !== undefined && value.length > max) problems.push({ path, message: texts.most(max) });
  if (schema.uniqueItems === true && value.length <= mostItems) {
    run.left -= value.length;
    const seen = new Set(value.map((item) => JSON.stringify(item)));
    if (seen.size < value.length) problems.push({ path, message: texts.unique });
  }
  value.slice(0, mostItems).forEach((item, at) => {
    addAll(problems, inner(itemSchema(schema, at), item, [at]));
  });
  return problems;
}

/** The schema of the item at a place: tuples have one for each of the first. */
export function itemSchema({ prefixItems, items, additionalItems }: Schema, at: number): unknown {
  if (Array.isArray(prefixItems)) return at < prefixItems.length ? prefixItems[at] : items;
  if (Array.isArray(items)) return at < items.length ? items[at] : additionalItems;
  return items;
}

function checkObject(
  run: Run,
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  inner: CheckInner,
): FormProblem[] {
  const problems: FormProblem[] = [];
  const properties = toSchema(schema.properties);
  for (const name of listOf(schema.required)) {
    if (--run.left < 0) break;
    if (typeof name !== "string" || Object.hasOwn(value, name)) continue;
    // The gateway fills in a default that fits.
    const standard = toSchema(properties[name]).default;
    if (standard === undefined || inner(properties[name], standard).length > 0)
      addAll(problems, [{ path: [...path, name], message: texts.required, isMissing: true }]);
  }
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) addAll(problems, inner(properties[name], item, [name]));
    else if (!Object.hasOwn(schema, "patternProperties"))
      addAll(problems, inner(schema.additionalProperties, item, [name]));
  }
  return problems;
}

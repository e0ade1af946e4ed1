const longest = 300;
const token = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\\\]])*\]|\((?:\?:)?|\)|\||(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

interface Group {
  alternatives: number;
  /** Whether it has a quantifier or a choice in it. */
  isVariable: boolean;
}

/**
 * How many ways a pattern can take through a text of this length, at most. Infinity if that could be many:
 * with quantifiers within each other, more than one without an end, lookaround, or references back.
 */
export function patternCost(pattern: string, length: number): number {
  if (pattern.length > longest) return Number.POSITIVE_INFINITY;
  let cost = pattern.startsWith("^") && !pattern.includes("|") ? 1 : length + 1;
  let endless = 0;
  const open: Group[] = [{ alternatives: 1, isVariable: false }];
  /** The group that ended just before, to which a quantifier would belong. */
  let ended: Group | undefined;
  // `(?:` is the only group with a sign that is simple.
  if (/\(\?[^:]/.test(pattern)) return Number.POSITIVE_INFINITY;
  for (const [found] of pattern.matchAll(token)) {
    const group = open.at(-1) as Group;
    const before = ended;
    ended = undefined;
    if (/^\\[1-9k]/.test(found)) return Number.POSITIVE_INFINITY;
    if (found === "(" || found === "(?:") open.push({ alternatives: 1, isVariable: false });
    else if (found === "|") {
      group.alternatives++;
      group.isVariable = true;
    } else if (found === ")") {
      if (open.length === 1) return Number.POSITIVE_INFINITY;
      ended = open.pop() as Group;
      cost *= ended.alternatives;
      (open.at(-1) as Group).isVariable ||= ended.isVariable;
    } else if (isQuantifier(found)) {
      if (before?.isVariable) return Number.POSITIVE_INFINITY;
      const count = choices(found, length);
      if (count === undefined && ++endless > 1) return Number.POSITIVE_INFINITY;
      cost *= count ?? length + 1;
      group.isVariable = true;
    }
  }
  return cost * (open[0]?.alternatives ?? 1);
}

const isQuantifier = (found: string): boolean => /^([*+?]|\{\d)/.test(found);

/** How many counts a quantifier allows. Undefined if it has no end. */
function choices(quantifier: string, length: number): number | undefined {
  if (quantifier.startsWith("?")) return 2;
  const [, from = "", , to] = /^\{(\d+)(,(\d*))?/.exec(quantifier) ?? [];
  if (from === "" || to === "") return undefined;
  return to === undefined ? 1 : Math.max(1, Math.min(Number(to), length) - Number(from) + 1);
}

import type { Outline } from "./outline-tool.ts";

const maxLines = 10;

/** What has changed about a tool, in a few lines for people. */
export function compareOutlines(before: Outline, after: Outline): string[] {
  const lines = [
    ...told("request", before.request, after.request),
    ...told("credentials", before.credentials, after.credentials),
    ...(before.description === after.description ? [] : ["description changed"]),
    ...compareArguments(before.arguments, after.arguments),
    ...(before.result === after.result ? [] : ["result changed"]),
  ];
  if (lines.length === 0) return ["a detail deep inside its arguments changed"];
  return lines.length <= maxLines
    ? lines
    : [...lines.slice(0, maxLines - 1), `and ${lines.length - maxLines + 1} changes more`];
}

function compareArguments(before: Outline["arguments"], after: Outline["arguments"]): string[] {
  const lines: string[] = [];
  for (const [name, [type, required, text, rest]] of Object.entries(after)) {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    if (!known) {
      lines.push(`${required ? "new required argument" : "new argument"} ${name}`);
      continue;
    }
    const [knownType, wasRequired, knownText, knownRest] = known;
    if (required !== wasRequired) lines.push(`${name} is ${required ? "now" : "no longer"} required`);
    if (type !== knownType) lines.push(`${name}: ${knownType} → ${type}`);
    else if (rest !== knownRest) lines.push(`${name}: other values allowed`);
    if (text !== knownText) lines.push(`${name}: description changed`);
  }
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) lines.push(`${name} is gone`);
  }
  return lines;
}

const told = (what: string, before = "none", after = "none"): string[] =>
  before === after ? [] : [`${what}: ${before} → ${after}`];

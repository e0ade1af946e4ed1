import type { ListedSource } from "../../catalog/sources.ts";
import { lastWords } from "../../source/mcp/program/stderr-tail.ts";
import { plural } from "./plural.ts";
import { printable } from "./printable.ts";

/** More would not fit on any terminal. */
const maxChanges = 100;

/** A source in a few lines, for a person at the terminal. */
export function describeSource(source: ListedSource): string {
  const { id, target, toolCount, state, reason, restarts, changes, flags, providers, unknown, stderr } =
    source;
  const { restartInMs, lastReason, lastReasonAt } = source;
  const restarting = `restarting in ${Math.ceil((restartInMs ?? 0) / 1000)} s`;
  const waiting = changes.filter((change) => change.waiting);
  const lines = [
    `${id}: ${unknown ? "tools not known yet" : plural(toolCount, "tool")}, ${state === "restarting" ? restarting : state}${reason ? `: ${id} ${reason}` : ""}${restarts > 0 ? `, started again ${plural(restarts, "time")}` : ""}`,
    `  ${target}`,
    ...(lastReason !== null && lastReason !== reason
      ? [`  last ended ${new Date(lastReasonAt ?? 0).toISOString()}: ${id} ${lastReason}`]
      : []),
    ...(unknown && providers[0] ? [`  Connect it to see its tools: toolshed connect ${providers[0]}`] : []),
    ...changes.slice(0, maxChanges).flatMap(describeChange),
    ...(changes.length > maxChanges ? [`  and ${plural(changes.length - maxChanges, "more tool")}`] : []),
    ...(waiting.length > 0 ? [`  Approve what waits with: toolshed sources approve ${id}`] : []),
    ...flags.map(({ name, flags }) => `  look at ${name}: ${flags.join("; ")}`),
    ...(state === "failed" || state === "restarting" ? lastWords(stderr).map((line) => `  | ${line}`) : []),
  ];
  return printable(lines.join("\n"));
}

const describeChange = ({
  name,
  view,
  kind,
  waiting,
  rejected,
  details,
}: ListedSource["changes"][number]): string[] => [
  `  ${kind}: ${view ? "the View of " : ""}${name}${waiting ? ", waits for approval" : rejected ? ", rejected" : ""}`,
  ...details.map((detail) => `    ${detail}`),
];

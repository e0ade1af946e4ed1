import { createTimeSlices } from "../../work/time-slices.ts";
import type { OpenSource } from "../source-kind.ts";
import { compareTools } from "./compare-tools.ts";
import { newDiffBudget } from "./diff-budget.ts";
import { versionOf } from "./review.ts";

/** Nobody reads more. What is left comes up when these are decided. */
const maxReviewed = 100;

/** What has changed about a source's tools, for an admin to decide. */
export async function describeChanges(open: OpenSource) {
  const { snapshots } = open;
  const { changes, flags } = open.status;
  const names = [...new Set(changes.map(({ name }) => name))];
  const budget = newDiffBudget();
  const slices = createTimeSlices();
  const describe = (name: string) => {
    const own = changes.filter((change) => change.name === name);
    const reviewed = open.reviewed(name);
    const known = Object.hasOwn(snapshots, name) ? snapshots[name] : undefined;
    return {
      name,
      path: reviewed.path ?? name,
      kind: own.find(({ view }) => !view)?.kind ?? ("changed" as const),
      /** Whether the tool may not be used, or only its View. */
      heldBack: own.some(({ waiting, rejected, view }) => !view && (waiting || rejected)),
      viewHeldBack: own.some(({ waiting, rejected, view }) => view && (waiting || rejected)),
      rejected: own.some(({ rejected }) => rejected),
      /** Sent back with the decision: nobody decides about what they have not seen. */
      version: known ? versionOf(known) : "",
      details: own.flatMap(({ details }) => details),
      oddities: flags.filter((flag) => flag.name === name).flatMap((flag) => flag.flags),
      diff: compareTools(reviewed, budget),
    };
  };
  const tools: ReturnType<typeof describe>[] = [];
  for (const name of names.slice(0, maxReviewed)) {
    if (slices.isOver()) await slices.next();
    tools.push(describe(name));
  }
  return { tools, more: names.length - tools.length };
}

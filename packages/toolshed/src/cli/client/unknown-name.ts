import { UserError } from "../../user-error.ts";

const maxListed = 10;

/** For a name that is not among those there are: the nearest one, or what there is. `command` lists them all. */
export function unknownName(
  what: string,
  wanted: string,
  known: readonly string[],
  command: string,
): UserError {
  const near = nearest(wanted, known);
  const few = known.length > 0 && known.length <= maxListed ? `There is: ${known.join(", ")}.` : "";
  const next = near ? `Did you mean ${near}?` : few || `Run "${command}" to list them.`;
  return new UserError(`There is no ${what} "${wanted}". ${next}`, { code: "not_found" });
}

/** The name that differs in the fewest letters, if that is few enough to be a typing error. */
export function nearest(wanted: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: distanceBetween(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, wanted.length) * 0.4)),
    )
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** How many letters have to be added, left out or replaced. */
function distanceBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

import { UserError } from "../user-error.ts";

/** As much of an id as lists show. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The one whose id begins as given. `command` lists them. */
export function findById<Item extends { readonly id: string }>(
  all: readonly Item[],
  [wanted = "", ...rest]: readonly string[],
  command: string,
): Item {
  const found = wanted === "" || rest.length > 0 ? [] : all.filter(({ id }) => id.startsWith(wanted));
  const [first, second] = found;
  if (first && !second) return first;
  if (second) throw new UserError(`Several ids begin with ${wanted}. Give more of it.`);
  if (wanted === "" || rest.length > 0) throw new UserError(`Give one id. "${command}" lists them.`);
  throw new UserError(`No id in the list begins with "${wanted}". "${command}" shows what there is now.`);
}

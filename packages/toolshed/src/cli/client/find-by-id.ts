import { UserError } from "../../user-error.ts";

/** As much of an id as lists show. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The one whose id begins as given. `command` lists them. */
export function findById<Item extends { readonly id: string }>(
  all: readonly Item[],
  wanted: string,
  command: string,
): Item {
  const [first, second] = all.filter(({ id }) => wanted !== "" && id.startsWith(wanted));
  if (first && !second) return first;
  if (second) throw new UserError(`Several ids begin with ${wanted}. Give more of it.`);
  throw new UserError(`No id in the list begins with "${wanted}". "${command}" shows what there is now.`);
}

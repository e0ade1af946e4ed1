import type { Connection } from "../credential/connections.ts";

/** Tells one account of a provider from every other, and from itself once somebody has connected it anew. */
export const accountOf = ({ ownerId, name, createdAt }: Connection): string =>
  JSON.stringify([ownerId, name, createdAt]);

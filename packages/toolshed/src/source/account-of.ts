import type { Connection } from "../credential/connections.ts";

/** Identifies one account of a provider; reconnecting the account changes its identity. */
export const accountOf = ({ ownerId, name, createdAt }: Connection): string =>
  JSON.stringify([ownerId, name, createdAt]);

import type { Caller } from "./caller.ts";

/** The name of the connection of a provider that the caller's endpoint uses, whatever the caller wants. */
export const fixedConnection = ({ connections = {} }: Caller, provider: string): string | undefined =>
  Object.hasOwn(connections, provider) ? connections[provider] : undefined;

import { type ConnectionId, defaultConnectionName, team } from "./connections.ts";

/** The page of the dashboard that reconnects exactly this connection with one click, for a person who may. */
export function reconnectUrl(origin: string, { ownerId, provider, name }: ConnectionId): string {
  const search = new URLSearchParams({ reconnect: provider, account: name });
  if (ownerId === team) search.set("owner", team);
  return `${origin}/connections?${search}`;
}

/** What is said of a broken connection, wherever a person meets it. */
export const reconnectSentence = (origin: string, id: ConnectionId): string =>
  `${nameOf(id)} needs to be reconnected: the service no longer accepts its authorization. ` +
  `${id.ownerId === team ? "An admin can reconnect it" : "Reconnect it"} at ${reconnectUrl(origin, id)} and then repeat the call.`;

/** What is said while the service's authorization server cannot be asked. */
export const temporarySentence = (id: ConnectionId, reason: string, retryInMs: number): string =>
  `The access to ${nameOf(id)} could not be refreshed: ${reason} ` +
  `This is temporary and the connection is kept; try again in ${Math.max(1, Math.ceil(retryInMs / 1000))} s.`;

const nameOf = ({ provider, name }: ConnectionId): string =>
  name === defaultConnectionName ? `"${provider}"` : `"${provider}" (${name})`;

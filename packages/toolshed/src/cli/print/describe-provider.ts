import type { ConnectionState, ProviderAnswer } from "../../http/api.ts";
import { printable } from "./printable.ts";

/** A provider and the person's connections to it, for a person at the terminal. */
export function describeProvider({ id, name, owner, connected, personal, team }: ProviderAnswer): string {
  const own = owner === "team" ? team : personal;
  const [only] = own;
  const details = own.length > 1 ? own.map(describeOne).join(", ") : only && describeEnding(only);
  const word = only?.needsReconnect ? "needs reconnecting" : connected ? "connected" : "not connected";
  const broken = own.filter(({ needsReconnect }) => needsReconnect);
  const lines = [
    `${id.padEnd(24)} ${name}: ${details ? `${word} (${details})` : word}`,
    ...broken.map(({ name, reconnectUrl }) => `${" ".repeat(25)}Reconnect ${name}: ${reconnectUrl}`),
  ];
  return printable(lines.join("\n"));
}

const describeOne = (connection: ConnectionState): string =>
  `${connection.name}${connection.isDefault ? ", the default" : ""}: ${describeEnding(connection)}`;

function describeEnding(connection: ConnectionState): string {
  const { kind, lastFour, needsReconnect, refreshedAt, tokenExpiresAt, lastError } = connection;
  if (kind === "key") return `key ending in ${lastFour}`;
  return [
    `account ${lastFour}`,
    ...(needsReconnect ? ["needs reconnecting"] : []),
    ...(refreshedAt === null ? [] : [`refreshed ${toTime(refreshedAt)}`]),
    ...(tokenExpiresAt === null ? [] : [`next refresh before ${toTime(tokenExpiresAt)}`]),
    ...(lastError === null ? [] : [`last error: ${lastError.replace(/\.$/, "")}`]),
  ].join("; ");
}

const toTime = (at: number): string => new Date(at).toISOString();

import type { CallEntry, ConnectionState, ListedEndpoint, ProviderAnswer } from "toolshed/api";
import { connectionStatus, type Owner } from "../connections/connection-status.ts";
import { type ReconnectSearch, toReconnectSearch } from "../connections/reconnect-search.ts";
import { plural } from "../ui/plural.ts";

export interface ProblemLink {
  readonly text: string;
  readonly to: "/connections" | "/endpoints" | "/activity";
  readonly search?: ReconnectSearch;
}

export interface Situation {
  readonly providers: readonly ProviderAnswer[];
  readonly endpoints: readonly ListedEndpoint[];
  /** The latest. */
  readonly calls: readonly CallEntry[];
}

const dayMs = 24 * 60 * 60 * 1000;
const soonDays = 7;
const notable = 3;

/** What needs attention, the most urgent first. */
export function findProblems({ providers, endpoints, calls }: Situation, now: number): ProblemLink[] {
  const problems: ProblemLink[] = [];
  for (const provider of providers) {
    problems.push(...toReconnect(provider, "person", provider.personal));
    problems.push(...toReconnect(provider, "team", provider.team));
  }
  for (const provider of providers) {
    if (problems.some(({ search }) => search?.reconnect === provider.id)) continue;
    const { needsAttention, text } = connectionStatus(provider, provider.owner, now);
    if (needsAttention)
      problems.push({ text: `${provider.name}: ${text.toLowerCase()}`, to: "/connections" });
  }
  const failed = calls.filter(
    ({ at, outcome }) => at > now - dayMs && (outcome === "failed" || outcome === "timeout"),
  );
  if (failed.length >= notable)
    problems.push({ text: `${plural(failed.length, "call")} failed in the last day`, to: "/activity" });
  for (const { name, expiresAt } of endpoints) {
    if (expiresAt === null || expiresAt > now + soonDays * dayMs) continue;
    const text = expiresAt < now ? `The endpoint ${name} has expired` : `The endpoint ${name} expires soon`;
    problems.push({ text, to: "/endpoints" });
  }
  return problems;
}

/** Leads straight to the page that reconnects the account. */
function toReconnect(
  { id, name }: ProviderAnswer,
  owner: Owner,
  connections: readonly ConnectionState[],
): ProblemLink[] {
  return connections
    .filter(({ needsReconnect }) => needsReconnect)
    .map((connection) => ({
      text: `${connection.name === "default" ? name : `${name} (${connection.name})`} needs reconnecting`,
      to: "/connections",
      search: toReconnectSearch(id, connection.name, owner),
    }));
}

import type { LinkProps } from "@tanstack/react-router";
import type { AnswerOf, ConnectionState, ListedEndpoint, ListedSource, ProviderAnswer } from "toolshed/api";
import { connectionStatus, type Owner } from "../connections/connection-status.ts";
import { toReconnectSearch } from "../connections/reconnect-search.ts";
import { changedTools } from "../sources/source-states.ts";
import { plural } from "../ui/text/plural.ts";
import { percent } from "./numbers.ts";

export interface Problem {
  readonly text: string;
  readonly detail?: string;
  /** What to do about it, where the link leads. */
  readonly action: string;
  readonly link: LinkProps;
  /** Something does not work, rather than soon or in part. */
  readonly isBroken?: boolean;
}

export interface Situation {
  readonly approvals: readonly { readonly id: string; readonly path: string }[];
  /** Only admins know them. */
  readonly sources: readonly ListedSource[];
  readonly providers: readonly ProviderAnswer[];
  readonly endpoints: readonly ListedEndpoint[];
  /** The person's own calls of the last day. */
  readonly stats?: Pick<AnswerOf<"GET /stats">, "from" | "total"> | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;
const soonDays = 7;
const notable = 3;
const maxNamed = 3;

/** What needs attention, the most urgent first, each with the place where it is dealt with. */
export const findProblems = (situation: Situation, now: number): Problem[] => [
  ...waitingApprovals(situation),
  ...situation.sources.flatMap(failingSource),
  ...brokenConnections(situation, now),
  ...situation.sources.flatMap(quarantinedTools),
  ...failedCalls(situation),
  ...expiringEndpoints(situation, now),
];

function waitingApprovals({ approvals }: Situation): Problem[] {
  const [first, ...others] = approvals;
  if (!first) return [];
  return [
    others.length === 0
      ? {
          text: `A call of ${first.path} waits for your approval`,
          action: "Decide",
          link: { to: "/approvals/$id", params: { id: first.id } },
        }
      : {
          text: `${plural(approvals.length, "call")} wait for your approval`,
          detail: nameSome(approvals.map(({ path }) => path)),
          action: "Decide",
          link: { to: "/approvals" },
        },
  ];
}

function failingSource({ id, state, reason, toolCount, kind }: ListedSource): Problem[] {
  if (reason === null) return [];
  return [
    {
      text: state === "running" ? `${id} has a problem` : `${id} isn’t working`,
      detail: [toolCount > 0 && `${plural(toolCount, "tool")} affected.`, `It ${reason}`]
        .filter(Boolean)
        .join(" "),
      action: kind === "mcp" ? "Fix the server" : "Open the source",
      link: { to: "/sources/$id", params: { id } },
      isBroken: true,
    },
  ];
}

function quarantinedTools({ id, changes }: ListedSource): Problem[] {
  const { changed, heldBack: names } = changedTools({ changes });
  if (names.length === 0) return [];
  const others = changed.length - names.length;
  return [
    {
      text: `${plural(names.length, "tool")} of ${id} ${names.length === 1 ? "needs" : "need"} your review${others > 0 ? `, and ${others.toLocaleString("en")} more changed` : ""}`,
      detail: `Quarantined since ${names.length === 1 ? "it" : "they"} changed: ${nameSome(names)}`,
      action: "Review changes",
      link: { to: "/sources/$id", params: { id }, hash: "review" },
    },
  ];
}

function brokenConnections({ providers }: Situation, now: number): Problem[] {
  return providers.flatMap((provider) => {
    const ended = [
      ...toReconnect(provider, "person", provider.personal),
      ...toReconnect(provider, "team", provider.team),
    ];
    if (ended.length > 0) return ended;
    const { needsAttention, connected, text } = connectionStatus(provider, provider.owner, now);
    if (!needsAttention) return [];
    const { name } = provider;
    return [
      {
        text: `${name}: ${text.toLowerCase()}`,
        action: connected ? "Renew" : "Reconnect",
        link: { to: "/connections", search: { q: name } },
        isBroken: !connected,
      },
    ];
  });
}

/** Leads straight to the dialog that reconnects the account. */
const toReconnect = (
  { id, name }: ProviderAnswer,
  owner: Owner,
  connections: readonly ConnectionState[],
): Problem[] =>
  connections
    .filter(({ needsReconnect }) => needsReconnect)
    .map((connection) => ({
      text: `${connection.name === "default" ? name : `${name} (${connection.name})`} needs reconnecting`,
      action: "Reconnect",
      link: { to: "/connections", search: toReconnectSearch(id, connection.name, owner) },
      isBroken: true,
    }));

function failedCalls({ stats }: Situation): Problem[] {
  if (!stats || stats.total.failed < notable) return [];
  const { failed, calls } = stats.total;
  return [
    {
      text: `${plural(failed, "call")} failed in the last day`,
      detail: `${percent(failed / calls)} of ${plural(calls, "call")}`,
      action: "See them",
      link: { to: "/activity", search: problemsSince(stats.from) },
    },
  ];
}

/** The filter of Activity for all calls that failed. */
export const problemsSince = (from: number): { outcome: string; from: number } => ({
  outcome: "problem",
  from,
});

const expiringEndpoints = ({ endpoints }: Situation, now: number): Problem[] =>
  endpoints.flatMap(({ name, expiresAt }) => {
    if (expiresAt === null || expiresAt > now + soonDays * dayMs) return [];
    const days = Math.max(1, Math.ceil((expiresAt - now) / dayMs));
    const isExpired = expiresAt < now;
    return [
      {
        text: isExpired ? `The endpoint ${name} has expired` : `The endpoint ${name} expires soon`,
        detail: isExpired ? "Its clients are refused." : `Its token works for ${plural(days, "day")} more.`,
        action: "Rotate its token",
        link: { to: "/endpoints" },
        isBroken: isExpired,
      },
    ];
  });

function nameSome(names: readonly string[]): string {
  const named = [...new Set(names)];
  const left = named.length - maxNamed;
  return left > 0 ? `${named.slice(0, maxNamed).join(", ")} and ${left} more` : named.join(", ");
}

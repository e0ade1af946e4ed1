import type { ListedSource } from "../../../catalog/sources.ts";
import type { ListedEndpoint } from "../../../endpoint/endpoints.ts";
import type { ConnectionState } from "../../../http/api.ts";
import { requestEndpointPages } from "../../client/endpoint-pages.ts";
import { requestGateway } from "../../client/request-gateway.ts";
import { plural } from "../../print/plural.ts";
import { type Check, type Finding, ok, problem, skipped, warning } from "../check.ts";
import type { Facts } from "../facts.ts";

const dayMs = 86_400_000;
const soonMs = 7 * dayMs;
const unusedMs = 90 * dayMs;

/** What only a running gateway knows. */
function ofGateway(
  name: string,
  run: (address: NonNullable<Facts["address"]>) => Promise<Finding | readonly Finding[]>,
): Check {
  return {
    name,
    run: ({ address, gateway }) =>
      address && gateway ? run(address) : skipped("Not checked, because no gateway is running."),
  };
}

export const sources: Check = ofGateway("Sources", async (address) => {
  const { sources } = await requestGateway(address, "GET /sources", {});
  if (sources.length === 0) return ok("None were added.");
  const findings = sources.flatMap(judgeSource);
  return findings.length > 0 ? findings : ok(`${plural(sources.length, "source")}, all working.`);
});

function judgeSource({ id, state, reason, changes, unknown, providers }: ListedSource): Finding[] {
  const waiting = changes.filter((change) => change.waiting).length;
  return [
    ...(state === "failed" || state === "restarting"
      ? [problem(`${id} ${reason ?? "doesn't work"}.`.replace(/\.+$/, "."), `toolshed sources refresh ${id}`)]
      : []),
    ...(unknown && providers[0]
      ? [warning(`${id} isn't connected, so its tools are unknown.`, `toolshed connect ${providers[0]}`)]
      : []),
    ...(waiting > 0
      ? [warning(`${id} has ${plural(waiting, "change")} to review.`, `toolshed sources approve ${id}`)]
      : []),
  ];
}

export const connections: Check = ofGateway("Connections", async (address) => {
  const { providers } = await requestGateway(address, "GET /connections", {});
  const all = providers.flatMap(({ id, personal, team }) => [
    ...personal.map((connection) => ({ id, connection, team: false })),
    ...team.map((connection) => ({ id, connection, team: true })),
  ]);
  if (all.length === 0) return ok("Nothing is connected yet.");
  const findings = all.flatMap(judgeConnection);
  return findings.length > 0 ? findings : ok(`${plural(all.length, "connection")}, all working.`);
});

interface Connected {
  readonly id: string;
  readonly connection: ConnectionState;
  readonly team: boolean;
}

function judgeConnection({ id, connection, team }: Connected): Finding[] {
  const { name, needsReconnect, lastError, expiresAt } = connection;
  const fix = `toolshed connect ${id} --name ${quote(name)}${team ? " --team" : ""}`;
  const title = `${id} (${name})`;
  if (needsReconnect) return [problem(`${title} needs to be reconnected${because(lastError)}.`, fix)];
  if (lastError !== null) {
    return [warning(`${title} couldn't be refreshed${because(lastError)}. It is tried again.`, fix)];
  }
  return expiresAt !== null && expiresAt - Date.now() < soonMs
    ? [warning(`${title} expires on ${toDay(expiresAt)}.`, fix)]
    : [];
}

const because = (error: string | null): string => (error === null ? "" : `: ${error.replace(/\.$/, "")}`);

export const endpoints: Check = ofGateway("Endpoints", async (address) => {
  const all: ListedEndpoint[] = [];
  for await (const page of requestEndpointPages(address)) all.push(...page);
  const findings = all.flatMap(judgeEndpoint);
  return findings.length > 0 ? findings : ok(`${plural(all.length, "endpoint")}.`);
});

function judgeEndpoint({ id, name, createdAt, expiresAt, lastUsedAt }: ListedEndpoint): Finding[] {
  const now = Date.now();
  const title = JSON.stringify(name);
  if (expiresAt !== null && expiresAt <= now) {
    return [warning(`${title} expired on ${toDay(expiresAt)}.`, `toolshed endpoint revoke ${id}`)];
  }
  if (expiresAt !== null && expiresAt - now < soonMs) {
    return [
      warning(
        `${title} expires on ${toDay(expiresAt)}.`,
        `toolshed endpoint create ${quote(name)}, and give the client its new token`,
      ),
    ];
  }
  return now - (lastUsedAt ?? createdAt) > unusedMs
    ? [warning(`${title} wasn't used for 90 days.`, `toolshed endpoint revoke ${id}`)]
    : [];
}

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A word of the command line, as a shell reads it. */
const quote = (text: string): string =>
  /^[\w.@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

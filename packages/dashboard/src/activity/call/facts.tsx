import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CallAnswer } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";

const linkLook = "text-accent underline";
const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const decisions = {
  waiting: "Waiting for a decision",
  approved: "Approved",
  refused: "Denied",
  cancelled: "Cancelled",
};

/** Who called what, through which endpoint and connection, and who approved it. */
export function Facts({ call }: { call: CallAnswer }) {
  const { path, at, client, via, endpointId, endpointName, connection, approval, tool } = call;
  const user = useSession();
  const isOthers = call.userId !== user.id;
  const { data } = useAnswer(
    "GET /members",
    {},
    { enabled: user.isAdmin && (isOthers || approval !== null) },
  );
  const nameOf = (id: string) =>
    id === user.id ? "you" : (data?.members.find((member) => member.id === id)?.name ?? "a former member");

  const toolLink = (
    <Link to="/tools/$path" params={{ path }} search={{}} className={linkLook}>
      {path}
    </Link>
  );
  const endpointLink = (
    <Link to="/endpoints" className={linkLook}>
      {endpointName}
    </Link>
  );
  const facts: [string, ReactNode][] = [
    ["Tool", tool.exists ? toolLink : `${path} (no longer available)`],
    ["Time", when.format(at)],
    ["Client", client],
  ];
  if (endpointId === null) facts.push(["Through", via]);
  else facts.push(["Endpoint", endpointName === null ? `${via} (revoked)` : endpointLink]);
  if (isOthers) facts.push(["Person", call.userId === "team" ? "the team" : nameOf(call.userId)]);
  if (connection !== null) facts.push(["Connection", connection]);
  if (approval !== null) facts.push(["Approval", describe(approval)]);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );

  function describe({ id, decision, decidedBy, decidedAt }: NonNullable<CallAnswer["approval"]>): ReactNode {
    if (decision === "waiting")
      return (
        <Link to="/approvals/$id" params={{ id }} className={linkLook}>
          {decisions.waiting}
        </Link>
      );
    const by = decidedBy === null ? "" : ` by ${nameOf(decidedBy)}`;
    const on = decidedAt === null ? "" : `, ${when.format(decidedAt)}`;
    return `${decision === null ? "No longer known" : decisions[decision]}${by}${on}`;
  }
}

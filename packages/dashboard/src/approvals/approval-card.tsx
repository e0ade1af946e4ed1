import { Info, Plug, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ApprovalAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Card } from "../ui/page/card.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { Time } from "../ui/text/time.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { describeEffect } from "./describe-effect.ts";
import { readFields } from "./read-fields.ts";

const reaches = [
  { reach: "once", label: "Approve once" },
  { reach: "run", label: "Approve for this run" },
  { reach: "always", label: "Always approve this path" },
] as const;

/** One call that waits, with everything it would be made with; or what its tool asks before it continues. */
export function ApprovalCard({ approval, isChosen }: { approval: ApprovalAnswer; isChosen: boolean }) {
  const { id, path, via, connection, isPartOfRun, question, createdAt, expiresAt, effect } = approval;
  const deciding = useChange("POST /approvals/:id", [
    "GET /approvals",
    "GET /approvals/:id",
    "GET /approvals/history",
    "GET /approvals/rules",
  ]);
  const decide = (
    approved: boolean,
    more: { reach?: (typeof reaches)[number]["reach"]; answer?: Record<string, unknown> } = {},
  ) => deciding.mutate({ params: { id }, body: { approved, ...more } });
  const refuse = (label: string) => (
    <Button busy={deciding.isPending} onClick={() => decide(false)}>
      {label}
    </Button>
  );
  const [isRevealing, setRevealing] = useState(false);
  const whole = useAnswer("GET /approvals/:id", { params: { id } }, { enabled: isRevealing });
  const shown = (isRevealing && whole.data?.shown) || approval.shown;
  const fields = question && readFields(question.schema);
  const offered = question
    ? reaches.slice(0, 1)
    : reaches.filter(({ reach }) => reach !== "run" || isPartOfRun);

  return (
    <li aria-label={`${path}, asked by ${via}`}>
      <Card className={`flex flex-col gap-3 p-4 ${isChosen ? "border-accent" : ""}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="text-sm font-medium break-all">{path}</code>
          <span className="text-sm text-quiet">
            asked by {via}, <Time at={createdAt} />
          </span>
          {isPartOfRun && <Badge>In a script</Badge>}
          {question && <Badge tone="accent">Has a question</Badge>}
          {connection !== null && <Badge icon={Plug}>{connection}</Badge>}
          <span className="ml-auto text-sm text-quiet">
            expires <Time at={expiresAt} />
          </span>
        </div>
        <p className="flex items-start gap-2 text-sm">
          {effect?.kind === "destroys" ? (
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          ) : (
            <Info className="mt-0.5 size-4 shrink-0 text-quiet" aria-hidden />
          )}
          {describeEffect(effect)}
        </p>
        <ArgumentRows rows={shown.rows} />
        {!shown.isWhole && (
          <div className="flex flex-wrap items-center gap-3 text-sm text-quiet">
            <span>Some values are masked or cut. Show everything before you approve.</span>
            <Button busy={isRevealing && whole.isPending} onClick={() => setRevealing(true)}>
              Show everything
            </Button>
          </div>
        )}
        {whole.error && <Problem>{whole.error.message}</Problem>}
        {question && <p className="whitespace-pre-wrap">{question.message}</p>}
        {deciding.error && <Problem>{deciding.error.message}</Problem>}
        {fields && fields.length > 0 ? (
          <AnswerForm
            fields={fields}
            busy={deciding.isPending}
            onAnswer={(answer) => decide(true, { answer })}
          >
            {refuse("Decline")}
          </AnswerForm>
        ) : (
          <div className="flex flex-wrap gap-2">
            {offered.map(({ reach, label }) => (
              <Button
                key={reach}
                look={reach === "once" ? "primary" : "secondary"}
                busy={deciding.isPending}
                disabled={!shown.isWhole}
                onClick={() => decide(true, { reach })}
              >
                {label}
              </Button>
            ))}
            {refuse("Deny")}
          </div>
        )}
      </Card>
    </li>
  );
}

function ArgumentRows({ rows }: { rows: ApprovalAnswer["shown"]["rows"] }) {
  if (rows.length === 0) return <p className="text-sm text-quiet">No arguments</p>;
  return (
    // Nothing scrolls out of sight: the buttons are below all of it.
    <section
      aria-label="Arguments"
      className="rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem]"
    >
      <dl className="flex flex-col gap-2">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex flex-col gap-x-3 sm:flex-row">
            <dt className="shrink-0 break-all whitespace-pre-wrap text-quiet sm:w-40">{name}</dt>
            <dd className="min-w-0 grow break-all whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

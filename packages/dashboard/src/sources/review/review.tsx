import { useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, ShieldX, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ListedSource, ToolReview } from "toolshed/api";
import { request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Badge, type Tone } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/page/card.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { plural } from "../../ui/text/plural.ts";
import { toasts } from "../../ui/toast/toasts.ts";
import { changedTools, summarizeChanges } from "../source-states.ts";
import { ToolDiff } from "./tool-diff.tsx";

const outdated = ["GET /sources", "GET /sources/:id", "GET /sources/:id/review", "GET /tools"] as const;
const kinds: Record<ToolReview["kind"], { text: string; tone: Tone }> = {
  new: { text: "New", tone: "good" },
  changed: { text: "Changed", tone: "warn" },
  gone: { text: "Removed", tone: "bad" },
};

/** The tools that are not as an admin has seen them, each with what has changed and a decision. */
export function Review({ id, changes }: Pick<ListedSource, "id" | "changes">) {
  const version = JSON.stringify(changes);
  const review = useAnswer("GET /sources/:id/review", { params: { id } });
  const { refetch } = review;
  const first = useRef(version);
  // The source is asked every few seconds, its review only when something has changed.
  useEffect(() => {
    if (first.current === version) return;
    first.current = version;
    refetch().catch(() => {});
  }, [version, refetch]);
  return (
    <Loaded of={review} rows={1}>
      {({ tools, more }) =>
        tools.length === 0 ? null : <Changes id={id} changes={changes} tools={tools} more={more} />
      }
    </Loaded>
  );
}

interface ChangesProps extends Pick<ListedSource, "id" | "changes"> {
  readonly tools: readonly ToolReview[];
  readonly more: number;
}

function Changes({ id, changes, tools, more }: ChangesProps) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Decided here, and not yet in the gateway's answer. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const keyOf = ({ name, version }: ToolReview) => `${name} ${version}`;
  const shown = tools.filter((tool) => tool.rejected || !decided.has(keyOf(tool)));
  const open = shown.filter(({ rejected }) => !rejected);
  const justDecided = new Set(tools.filter((tool) => decided.has(keyOf(tool))).map(({ name }) => name));
  const { changed, heldBack } = changedTools({
    changes: changes.filter(({ name }) => !justDecided.has(name)),
  });

  async function decide(what: "approve" | "reject", chosen: readonly ToolReview[]) {
    setProblem(undefined);
    setDecided((before) => new Set([...before, ...chosen.map(keyOf)]));
    heading.current?.focus();
    try {
      const body = { tools: chosen.map(({ name, version }) => ({ name, version })) };
      await request(`POST /sources/:id/${what}`, { params: { id }, body });
      const subject = chosen.length === 1 ? (chosen[0]?.path ?? "") : plural(chosen.length, "change");
      toasts.add({ title: `${subject} ${what === "approve" ? "accepted" : "rejected"}` });
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      await Promise.all(outdated.map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })));
      setDecided(new Set());
    }
  }

  return (
    <section aria-labelledby="review" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 id="review" ref={heading} tabIndex={-1} className="font-semibold">
            Changes to review
          </h2>
          <p className="text-sm text-quiet">{summarizeChanges(changed.length, heldBack.length)}</p>
        </div>
        {open.length > 1 && (
          <div className="flex gap-2">
            <Button
              size="small"
              onClick={() =>
                decide(
                  "reject",
                  open.filter(({ kind }) => kind !== "gone"),
                )
              }
            >
              Reject all
            </Button>
            <Button size="small" look="primary" onClick={() => decide("approve", open)}>
              Accept all {open.length}
            </Button>
          </div>
        )}
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <ul className="flex flex-col gap-3">
        {shown.map((tool) => (
          <ToolToReview key={keyOf(tool)} tool={tool} onDecide={(what) => decide(what, [tool])} />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-quiet">{plural(more, "more tool")} follow after these.</p>}
    </section>
  );
}

function ToolToReview({ tool, onDecide }: { tool: ToolReview; onDecide(what: "approve" | "reject"): void }) {
  const { path, kind, heldBack, viewHeldBack, rejected, oddities, diff } = tool;
  const concerns = [...new Set([...oddities, ...diff.concerns])];
  return (
    <li>
      <Card className="flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-mono text-sm font-medium break-all">{path}</h3>
          <Badge tone={kinds[kind].tone}>{kinds[kind].text}</Badge>
          {rejected ? (
            <Badge tone="bad" icon={ShieldX}>
              Rejected
            </Badge>
          ) : (
            (heldBack || viewHeldBack) && (
              <Badge tone="warn" icon={ShieldAlert}>
                {heldBack ? "Held back" : "View held back"}
              </Badge>
            )
          )}
        </div>
        {concerns.length > 0 && (
          <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0 break-words">Read this twice: {concerns.join("; ")}.</span>
          </p>
        )}
        {kind === "gone" ? (
          <p className="text-sm text-quiet">The source no longer lists this tool.</p>
        ) : (
          <ToolDiff tool={tool} />
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => onDecide("approve")} aria-label={`Accept ${path}`}>
            Accept
          </Button>
          {kind !== "gone" && !rejected && (
            <Button
              size="small"
              look="ghost"
              onClick={() => onDecide("reject")}
              aria-label={`Reject ${path}`}
            >
              Reject
            </Button>
          )}
          {rejected && (
            <p className="self-center text-sm text-quiet">It stays unavailable until it changes again.</p>
          )}
        </div>
      </Card>
    </li>
  );
}

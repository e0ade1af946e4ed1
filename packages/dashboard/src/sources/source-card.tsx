import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
} from "lucide-react";
import type { ListedSource } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { plural } from "../ui/plural.ts";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { Changes } from "./changes.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const states: Record<ListedSource["state"], { text: string; tone: Tone; icon: LucideIcon }> = {
  running: { text: "Running", tone: "good", icon: CircleCheck },
  starting: { text: "Starting", tone: "accent", icon: CircleCheck },
  stopped: { text: "Starts when needed", tone: "plain", icon: CirclePause },
  restarting: { text: "Restarting", tone: "warn", icon: RotateCw },
  failed: { text: "Failed", tone: "bad", icon: CircleAlert },
};
const outdated = ["GET /sources", "GET /tools"] as const;

export function SourceCard({ source, onRemove }: { source: ListedSource; onRemove(): void }) {
  const { id, kind, target, state, reason, stderr, toolCount, unknown, changes, flags, restartInMs } = source;
  const { lastReason, lastReasonAt } = source;
  const approving = useChange("POST /sources/:id/approve", outdated);
  const refreshing = useChange("POST /sources/:id/refresh", outdated);
  const reading = useChange("PUT /sources/:id/document", outdated);
  const { text, tone, icon } = states[state];
  const error = approving.error ?? refreshing.error ?? reading.error;

  return (
    <li>
      <Card className="flex flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-medium break-all">{id}</h2>
          <Badge>{kind === "mcp" ? "MCP server" : "API"}</Badge>
          {kind === "mcp" && (
            <Badge tone={tone} icon={icon}>
              {restartInMs === undefined ? text : `${text} in ${Math.ceil(restartInMs / 1000)} s`}
            </Badge>
          )}
          <span className="text-sm text-quiet">
            {unknown ? "Connect it to see its tools" : plural(toolCount, "tool")}
          </span>
        </div>
        <code className="text-[0.8125rem] break-all text-quiet">{target}</code>
        {reason !== null && <p className="text-sm text-bad">{reason}</p>}
        {lastReason !== null && lastReasonAt !== null && lastReason !== reason && (
          <p className="text-sm text-quiet">
            Last ended <Time at={lastReasonAt} />: it {lastReason}
          </p>
        )}
        {stderr.length > 0 && (
          <details className="text-sm">
            <summary className="cursor-pointer text-quiet">Last output</summary>
            <pre className="mt-2 max-h-48 overflow-auto rounded-lg border border-line bg-sunken p-3 text-[0.8125rem] whitespace-pre-wrap">
              {stderr.join("\n")}
            </pre>
          </details>
        )}
        {flags.length > 0 && (
          <p className="flex items-start gap-2 text-sm text-warn">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {flags.map(({ name, flags }) => `${name}: ${flags.join(", ")}`).join("; ")}
          </p>
        )}
        <Changes
          changes={changes}
          busy={approving.isPending}
          onApprove={() => approving.mutate({ params: { id } })}
        />
        {error && <Problem>{error.message}</Problem>}
        <div className="flex flex-wrap gap-2">
          <RefreshButton
            source={source}
            busy={refreshing.isPending || reading.isPending}
            onRefresh={(text) =>
              text === undefined
                ? refreshing.mutate({ params: { id } })
                : reading.mutate({ params: { id }, body: { text } })
            }
          />
          <Button size="small" look="ghost" onClick={onRemove} aria-label={`Remove ${id}`}>
            Remove
          </Button>
        </div>
      </Card>
    </li>
  );
}

import { Plug } from "lucide-react";
import type { ApprovalAnswer } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";

const reaches = [
  { reach: "once", label: "Approve once" },
  { reach: "run", label: "Approve for this run" },
  { reach: "always", label: "Always approve this path" },
] as const;

/** One call that waits, with everything it would be made with. */
export function ApprovalCard({ approval, isChosen }: { approval: ApprovalAnswer; isChosen: boolean }) {
  const { id, path, via, connection, isPartOfRun, createdAt } = approval;
  const deciding = useChange("POST /approvals/:id", ["GET /approvals"]);
  const decide = (approved: boolean, reach: (typeof reaches)[number]["reach"]) =>
    deciding.mutate({ params: { id }, body: { approved, reach } });

  return (
    <li aria-label={`${path}, asked by ${via}`}>
      <Card className={`flex flex-col gap-3 p-4 ${isChosen ? "border-accent" : ""}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="text-sm font-medium break-all">{path}</code>
          <span className="text-sm text-quiet">
            asked by {via}, <Time at={createdAt} />
          </span>
          {isPartOfRun && <Badge>In a script</Badge>}
          {connection !== null && <Badge icon={Plug}>{connection}</Badge>}
        </div>
        <pre className="max-h-80 overflow-auto rounded-lg border border-line bg-sunken p-3 text-[0.8125rem] break-all whitespace-pre-wrap">
          {JSON.stringify(approval.arguments, undefined, 2)}
        </pre>
        {deciding.error && <Problem>{deciding.error.message}</Problem>}
        <div className="flex flex-wrap gap-2">
          {reaches
            .filter(({ reach }) => reach !== "run" || isPartOfRun)
            .map(({ reach, label }) => (
              <Button
                key={reach}
                look={reach === "once" ? "primary" : "secondary"}
                busy={deciding.isPending}
                onClick={() => decide(true, reach)}
              >
                {label}
              </Button>
            ))}
          <Button busy={deciding.isPending} onClick={() => decide(false, "once")}>
            Refuse
          </Button>
        </div>
      </Card>
    </li>
  );
}

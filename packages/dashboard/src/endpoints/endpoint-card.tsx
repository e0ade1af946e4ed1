import {
  AppWindow,
  BookOpen,
  Filter,
  List,
  Pin,
  Plug,
  Search,
  Server,
  ShieldCheck,
  ShieldQuestion,
  ShieldX,
  Users,
} from "lucide-react";
import type { ListedEndpoint } from "toolshed/api";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Card } from "../ui/page/card.tsx";
import { plural } from "../ui/text/plural.ts";
import { Time } from "../ui/text/time.tsx";
import { useNow } from "../ui/text/use-now.ts";

export interface EndpointCardProps {
  endpoint: ListedEndpoint;
  onRotate(): void;
  onRevoke(): void;
}

export function EndpointCard({ endpoint, onRotate, onRevoke }: EndpointCardProps) {
  const { name, kind, createdAt, lastUsedAt, expiresAt } = endpoint;
  const now = useNow();
  const expired = expiresAt !== null && expiresAt <= now;
  return (
    <li>
      <Card className="flex flex-col gap-3 p-4 sm:flex-row sm:items-center sm:gap-4">
        <div className="flex min-w-0 grow flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 font-medium break-words">{name}</h2>
            <Properties endpoint={endpoint} />
          </div>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
            <span>
              Created <Time at={createdAt} />
            </span>
            <span>
              {lastUsedAt === null ? (
                "Never used"
              ) : (
                <>
                  Last used <Time at={lastUsedAt} />
                </>
              )}
            </span>
            {expiresAt !== null && (
              <span className={expired ? "text-bad" : ""}>
                {expired ? "Expired" : "Expires"} <Time at={expiresAt} />
              </span>
            )}
          </p>
        </div>
        <div className="flex shrink-0 gap-2">
          {kind === "token" && (
            <Button size="small" onClick={onRotate} aria-label={`Rotate the token of ${name}`}>
              Rotate
            </Button>
          )}
          <Button size="small" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </div>
      </Card>
    </li>
  );
}

function Properties({
  endpoint: { kind, pins, listsAll, source, scope, approval, owner, role, connections = {} },
}: {
  endpoint: ListedEndpoint;
}) {
  return (
    <>
      {pins ? (
        <Badge icon={Pin}>{plural(pins.length, "pinned tool")}</Badge>
      ) : source !== undefined ? (
        <Badge icon={Server}>Source {source}</Badge>
      ) : listsAll ? (
        <Badge icon={List}>All tools</Badge>
      ) : (
        <Badge icon={Search}>Search</Badge>
      )}
      {kind === "grant" && <Badge icon={AppWindow}>App</Badge>}
      {owner === "team" && <Badge icon={Users}>{role ? `Team, as ${role}` : "Team"}</Badge>}
      {scope.readOnly && (
        <Badge tone="accent" icon={BookOpen}>
          Read-only
        </Badge>
      )}
      {scope.allow && (
        <Badge tone="accent" icon={Filter}>
          {scope.allow.join(", ")}
        </Badge>
      )}
      {Object.entries(connections).map(([provider, name]) => (
        <Badge key={provider} tone="accent" icon={Plug}>
          {provider} as {name}
        </Badge>
      ))}
      {approval === "ask" && (
        <Badge tone="accent" icon={ShieldQuestion}>
          Asks first
        </Badge>
      )}
      {approval === "dashboard" && (
        <Badge tone="accent" icon={ShieldCheck}>
          Approved in the dashboard
        </Badge>
      )}
      {approval === "deny" && (
        <Badge tone="accent" icon={ShieldX}>
          Nothing destructive
        </Badge>
      )}
    </>
  );
}

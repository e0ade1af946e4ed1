import type { ProviderAnswer } from "toolshed/api";
import { useSession } from "../api/use-session.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { plural } from "../ui/plural.ts";
import { Time } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { connectionStatus, type Owner } from "./connection-status.ts";
import { Monogram } from "./monogram.tsx";

export interface ConnectionCardProps {
  provider: ProviderAnswer;
  owner: Owner;
  onConnect(): void;
  onDisconnect(): void;
  onConnectForTeam(): void;
}

export function ConnectionCard(props: ConnectionCardProps) {
  const { provider, owner, onConnect, onDisconnect, onConnectForTeam } = props;
  const { name, type, toolCount } = provider;
  const { isAdmin } = useSession();
  const status = connectionStatus(provider, owner, useNow());
  const own = owner === "team" ? provider.team : provider.personal;
  const mayChange = type !== "none" && (owner === "person" || isAdmin);
  const isKey = type === "apiKey";

  return (
    <li>
      <Card className="flex h-full flex-col gap-4 p-4">
        <div className="flex items-start gap-3">
          <Monogram name={name} />
          <div className="flex min-w-0 grow flex-col gap-0.5">
            <h3 className="truncate font-medium">{name}</h3>
            <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
              <Badge tone={status.tone} icon={status.icon}>
                {status.text}
              </Badge>
              {plural(toolCount, "tool")}
            </div>
          </div>
        </div>
        {own && (
          <p className="text-sm text-quiet">
            {own.kind === "key" ? "Key ending in " : "Account "}
            <code className="text-ink">{own.lastFour}</code>, connected <Time at={own.connectedAt} />
            {own.kind === "key" && own.expiresAt !== null && (
              <>
                , ends <Time at={own.expiresAt} />
              </>
            )}
          </p>
        )}
        <div className="mt-auto flex flex-wrap gap-2">
          {!mayChange && type !== "none" && (
            <p className="text-sm text-quiet">Your admins look after this one.</p>
          )}
          {mayChange && (
            <Button
              look={status.connected ? "secondary" : "primary"}
              size="small"
              onClick={onConnect}
              aria-label={`${connectLabel(own !== null, isKey, status.connected)}: ${name}`}
            >
              {connectLabel(own !== null, isKey, status.connected)}
            </Button>
          )}
          {mayChange && own && (
            <Button look="ghost" size="small" onClick={onDisconnect} aria-label={`Disconnect: ${name}`}>
              Disconnect
            </Button>
          )}
          {isAdmin && owner === "person" && provider.team === null && type !== "none" && (
            <Button
              look="ghost"
              size="small"
              onClick={onConnectForTeam}
              aria-label={`Connect for the team: ${name}`}
            >
              Connect for the team
            </Button>
          )}
        </div>
      </Card>
    </li>
  );
}

function connectLabel(hasOwn: boolean, isKey: boolean, connected: boolean): string {
  if (hasOwn) return isKey ? "Change key" : "Reconnect";
  return connected ? "Use my own" : "Connect";
}

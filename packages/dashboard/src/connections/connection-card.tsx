import { Plus } from "lucide-react";
import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { useSession } from "../api/use-session.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Card } from "../ui/page/card.tsx";
import { plural } from "../ui/text/plural.ts";
import { useNow } from "../ui/text/use-now.ts";
import { AccountRow } from "./account-row.tsx";
import { connectionStatus, type Owner } from "./connection-status.ts";
import { Monogram } from "./monogram.tsx";
import { ownConnections } from "./own-connections.ts";

export interface ConnectionCardProps {
  provider: ProviderAnswer;
  owner: Owner;
  /** Without a connection to replace, another one is made. */
  onConnect(replaced?: ConnectionState): void;
  onDisconnect(connection: ConnectionState): void;
  onConnectForTeam(): void;
}

export function ConnectionCard(props: ConnectionCardProps) {
  const { provider, owner, onConnect, onDisconnect, onConnectForTeam } = props;
  const { name, type, toolCount } = provider;
  const { isAdmin } = useSession();
  const status = connectionStatus(provider, owner, useNow());
  const own = ownConnections(provider, owner);
  const mayChange = type !== "none" && (owner === "person" || isAdmin);
  const isAlone = own.length === 1 && own[0]?.name === "default";
  const connectLabel = status.connected ? "Use my own" : "Connect";

  return (
    <li>
      <Card className="flex h-full flex-col gap-4 p-4">
        <div className="flex items-start gap-3">
          <Monogram name={name} />
          <div className="flex min-w-0 grow flex-col gap-0.5">
            <h3 className="truncate font-medium">{name}</h3>
            <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
              {own.length === 0 || isAlone ? (
                <Badge tone={status.tone} icon={status.icon}>
                  {status.text}
                </Badge>
              ) : (
                <Badge>{plural(own.length, "account")}</Badge>
              )}
              {plural(toolCount, "tool")}
            </div>
          </div>
        </div>
        {own.length > 0 && (
          <ul className="flex flex-col gap-4 divide-y divide-line">
            {own.map((connection) => (
              <AccountRow
                key={connection.name}
                provider={provider}
                owner={owner}
                connection={connection}
                isAlone={isAlone}
                mayChange={mayChange}
                onReplace={() => onConnect(connection)}
                onDisconnect={() => onDisconnect(connection)}
              />
            ))}
          </ul>
        )}
        <div className="mt-auto flex flex-wrap gap-2">
          {!mayChange && type !== "none" && <p className="text-sm text-quiet">Managed by your admins.</p>}
          {mayChange && own.length === 0 && (
            <Button
              look={status.connected ? "secondary" : "primary"}
              size="small"
              onClick={() => onConnect()}
              aria-label={`${connectLabel}: ${name}`}
            >
              {connectLabel}
            </Button>
          )}
          {mayChange && own.length > 0 && (
            <Button
              look="ghost"
              size="small"
              onClick={() => onConnect()}
              aria-label={`Add another account: ${name}`}
            >
              <Plus aria-hidden /> Add another account
            </Button>
          )}
          {isAdmin && owner === "person" && provider.team.length === 0 && type !== "none" && (
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

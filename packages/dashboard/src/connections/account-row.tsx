import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { Time } from "../ui/text/time.tsx";
import { useNow } from "../ui/text/use-now.ts";
import { accountStatus } from "./account-status.ts";
import type { Owner } from "./connection-status.ts";

export interface AccountRowProps {
  provider: ProviderAnswer;
  owner: Owner;
  connection: ConnectionState;
  /** One that is alone and has the usual name is told by its provider's. */
  isAlone: boolean;
  mayChange: boolean;
  onReplace(): void;
  onDisconnect(): void;
}

export function AccountRow(props: AccountRowProps) {
  const { provider, owner, connection, isAlone, mayChange, onReplace, onDisconnect } = props;
  const { name, kind, lastFour, connectedAt, expiresAt, isDefault, needsReconnect } = connection;
  const status = accountStatus(connection, useNow());
  const making = useChange("POST /connections/:provider/default", ["GET /connections", "GET /tools/:path"]);
  const told = isAlone ? provider.name : `${provider.name}, ${name}`;
  const replace = kind === "key" ? "Change key" : "Reconnect";

  return (
    <li aria-label={told} className="flex flex-col gap-2 not-last:pb-4">
      {!isAlone && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {isDefault && <Badge tone="accent">Default</Badge>}
          <Badge tone={status.tone} icon={status.icon}>
            {status.text}
          </Badge>
        </div>
      )}
      <p className="text-sm text-quiet">
        {kind === "key" ? "Key ending in " : "Account "}
        <code className="text-ink">{lastFour}</code>, connected <Time at={connectedAt} />
        {expiresAt !== null && (
          <>
            , ends <Time at={expiresAt} />
          </>
        )}
      </p>
      <Health connection={connection} />
      {making.error && <Problem>{making.error.message}</Problem>}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            look={needsReconnect ? "primary" : "secondary"}
            size="small"
            onClick={onReplace}
            aria-label={`${replace}: ${told}`}
          >
            {replace}
          </Button>
          {!isDefault && (
            <Button
              look="ghost"
              size="small"
              busy={making.isPending}
              onClick={() => making.mutate({ params: { provider: provider.id }, body: { name, owner } })}
              aria-label={`Make default: ${told}`}
            >
              Make default
            </Button>
          )}
          <Button look="ghost" size="small" onClick={onDisconnect} aria-label={`Disconnect: ${told}`}>
            Disconnect
          </Button>
        </div>
      )}
    </li>
  );
}

/** How an account that is refreshed automatically is doing. */
function Health({ connection }: { connection: ConnectionState }) {
  const { tokenExpiresAt, refreshedAt, lastError, lastErrorAt, needsReconnect } = connection;
  if (tokenExpiresAt === null && lastError === null) return null;
  return (
    <div className="flex flex-col gap-1 text-sm text-quiet">
      {tokenExpiresAt !== null && !needsReconnect && (
        <p>
          {refreshedAt !== null && (
            <>
              Refreshed <Time at={refreshedAt} />,{" "}
            </>
          )}
          {refreshedAt === null ? "Access token" : "access token"} expires <Time at={tokenExpiresAt} />
        </p>
      )}
      {lastError !== null && (
        <p className="break-words">
          <span className={needsReconnect ? "text-bad" : "text-warn"}>
            {needsReconnect ? "Disconnected by the service" : "Last refresh failed"}
            {lastErrorAt !== null && (
              <>
                {" "}
                <Time at={lastErrorAt} />
              </>
            )}
            :
          </span>{" "}
          {lastError} {!needsReconnect && "Toolshed tries again."}
        </p>
      )}
    </div>
  );
}

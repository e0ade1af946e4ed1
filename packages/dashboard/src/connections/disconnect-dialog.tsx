import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { plural } from "../ui/text/plural.ts";
import { toasts } from "../ui/toast/toasts.ts";
import type { Owner } from "./connection-status.ts";
import { ownConnections } from "./own-connections.ts";

export interface DisconnectDialogProps {
  provider: ProviderAnswer;
  owner: Owner;
  connection: ConnectionState;
  onClose(): void;
}

const maxNamed = 8;

/** Says what stops working, or which connection replaces it. */
export function DisconnectDialog({ provider, owner, connection, onClose }: DisconnectDialogProps) {
  const { id } = provider;
  const others = ownConnections(provider, owner).filter((other) => other.name !== connection.name);
  const name = others.length > 0 ? `${provider.name} (${connection.name})` : provider.name;
  const isTeam = owner === "team";
  const tools = useAnswer("GET /tools", {
    query: { provider: id, unconnected: "true", count: "true", limit: maxNamed },
  });
  const members = useAnswer("GET /members", {}, { enabled: isTeam });
  const removing = useChange("DELETE /connections/:provider", [
    "GET /connections",
    "GET /tools",
    "GET /status",
  ]);
  const { tools: named = [], count = 0 } = tools.data ?? {};
  // The default comes first; without it, the oldest other one takes its place.
  const instead = others[0]
    ? `the account ${others[0].name}`
    : !isTeam && provider.team.length > 0
      ? "the team’s account"
      : provider.fromEnvironment && "the key of the environment";

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Disconnect ${name}?`}
      action="Disconnect"
      busy={removing.isPending}
      error={removing.error}
      onConfirm={() =>
        removing.mutate(
          { params: { provider: id }, query: { owner, name: connection.name } },
          {
            onSuccess: () => {
              toasts.add({ title: `${name} is disconnected` });
              onClose();
            },
          },
        )
      }
    >
      {instead ? (
        <p>Its tools will use {instead} instead.</p>
      ) : (
        <>
          <p>
            {count === 0
              ? "No tool uses it."
              : `${plural(count, "tool")} ${count === 1 ? "stops" : "stop"} working immediately${
                  isTeam && members.data ? `, for ${plural(members.data.members.length, "member")}` : ""
                }:`}
          </p>
          {count > 0 && (
            <ul className="flex flex-col gap-1">
              {named.map(({ path }) => (
                <li key={path}>
                  <code className="break-all text-ink">{path}</code>
                </li>
              ))}
              {count > maxNamed && <li>and {(count - maxNamed).toLocaleString("en")} more</li>}
            </ul>
          )}
        </>
      )}
      <p>
        The stored credential is deleted. To use {others.length > 0 ? "this account" : name} again, reconnect
        it.
      </p>
    </ConfirmDialog>
  );
}

import { ExternalLink } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Field } from "../ui/form/field.tsx";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { plural } from "../ui/text/plural.ts";
import { toasts } from "../ui/toast/toasts.ts";
import type { Owner } from "./connection-status.ts";
import { NameField } from "./name-field.tsx";
import { ownConnections } from "./own-connections.ts";
import { useAccountName } from "./use-account-name.ts";

export interface ConnectDialogProps {
  provider: ProviderAnswer;
  owner: Owner;
  /** The account that gets a new key or grant. Absent for one more. */
  replaced?: ConnectionState | undefined;
  onClose(): void;
}

export function ConnectDialog(props: ConnectDialogProps) {
  const { provider, owner, onClose } = props;
  const { name, type, toolCount } = provider;
  const isAnother = !props.replaced && ownConnections(provider, owner).length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${isAnother ? `Add another account of ${name}` : `Connect ${name}`}${owner === provider.owner ? "" : " for the team"}`}
      description={
        owner === "team"
          ? `Everyone whose role allows them can then use its ${plural(toolCount, "tool")}, with this account.`
          : `Your agents can then use its ${plural(toolCount, "tool")} on your behalf.`
      }
    >
      {type === "oauth2" ? <Authorize {...props} /> : <KeyForm {...props} />}
    </Dialog>
  );
}

function KeyForm({ provider, owner, replaced, onClose }: ConnectDialogProps) {
  const { id, name, whereToFind, url, keyHint } = provider;
  const [key, setKey] = useState("");
  const account = useAccountName(provider, owner, replaced);
  const saving = useChange("PUT /connections/:provider", ["GET /connections", "GET /tools", "GET /status"]);

  function save(event: FormEvent) {
    event.preventDefault();
    if (account.isTaken) return;
    saving.mutate(
      { params: { provider: id }, body: { key: key.trim(), owner, name: account.name } },
      {
        onSuccess: () => {
          toasts.add({
            title: `${name} is connected`,
            description: "Its tools are available now, also to connected clients.",
          });
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      {!replaced && <NameField account={account} />}
      <Field
        label="Key"
        error={saving.error?.message}
        hint={
          <>
            {whereToFind}{" "}
            {url && (
              <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
                Open the page <ExternalLink className="inline size-3.5" aria-hidden />
              </a>
            )}
          </>
        }
      >
        {(control) => (
          <SecretInput
            {...control}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            placeholder={keyHint ?? ""}
            autoComplete="off"
            maxLength={10_000}
            required
          />
        )}
      </Field>
      <p className="text-sm text-quiet">
        The key is tried before it is saved. It is kept encrypted and never shown again.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {saving.isPending ? "Testing the key…" : "Test and save"}
        </Button>
      </DialogActions>
    </form>
  );
}

function Authorize({ provider, owner, replaced, onClose }: ConnectDialogProps) {
  const asking = useChange("POST /connections/:provider/authorize", []);
  const account = useAccountName(provider, owner, replaced);

  function open(event: FormEvent) {
    event.preventDefault();
    if (account.isTaken) return;
    asking.mutate(
      { params: { provider: provider.id }, body: { owner, name: account.name } },
      { onSuccess: ({ url }) => location.assign(url) },
    );
  }

  return (
    <form onSubmit={open} className="flex flex-col gap-4">
      {!replaced && <NameField account={account} />}
      <p className="text-sm text-quiet">
        {provider.name} asks you on its own page what to allow, and brings you back here.
        {!replaced && !account.isFirst && " Sign in there with the other account."}
      </p>
      {asking.error && <Problem>{asking.error.message}</Problem>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={asking.isPending || asking.isSuccess}>
          Continue to {provider.name}
        </Button>
      </DialogActions>
    </form>
  );
}

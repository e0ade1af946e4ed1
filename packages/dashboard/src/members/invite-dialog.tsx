import { type FormEvent, useState } from "react";
import type { ListedRole } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { Problem } from "../ui/state/problem.tsx";
import { CodeBlock } from "../ui/text/code-block.tsx";

export function InviteDialog({ roles, onClose }: { roles: readonly ListedRole[]; onClose(): void }) {
  const session = useSession();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("member");
  const inviting = useChange("POST /invitations", ["GET /invitations"]);
  const options = roles
    .filter(({ name }) => name !== "owner" && (session.role === "owner" || name !== "admin"))
    .map(({ name }) => ({ value: name, label: name }));

  function invite(event: FormEvent) {
    event.preventDefault();
    inviting.mutate({ body: { role, ...(email.trim() && { email: email.trim() }) } });
  }

  if (inviting.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="The invitation is ready"
        description="Send this link yourself. It works once, for seven days, and is not shown again."
        keepOpen
      >
        <CodeBlock label="Invitation link" text={inviting.data.url} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a member"
      description="You get a link to send. Nothing is mailed."
    >
      <form onSubmit={invite} className="flex flex-col gap-5">
        <Field label="Email" hint="With one, the link is only for this address. Leave it empty for anyone.">
          {(control) => (
            <input
              {...control}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <Choice
              {...control}
              value={role}
              options={options.length > 0 ? options : [{ value: "member", label: "member" }]}
              onChange={setRole}
            />
          )}
        </Field>
        {inviting.error && <Problem>{inviting.error.message}</Problem>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={inviting.isPending}>
            Create the link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

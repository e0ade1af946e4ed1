import { getRouteApi } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { Member } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Section } from "../ui/page/section.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { toasts } from "../ui/toast/toasts.ts";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberRow } from "./member-row.tsx";

const route = getRouteApi("/shell/members");

export function MemberList() {
  const session = useSession();
  const members = useAnswer("GET /members", {});
  const roles = useAnswer("GET /roles", {});
  const removing = useChange("DELETE /members/:id", ["GET /members", "GET /roles"]);
  const { add: inviting = false } = route.useSearch();
  const navigate = route.useNavigate();
  const setInviting = (next: boolean) => {
    navigate({ search: { add: next || undefined }, replace: true }).catch(showFailure);
  };
  const [leaving, setLeaving] = useState<Member>();

  const remove = ({ id, name }: Member) =>
    removing.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toasts.add({ title: `${name} is no longer a member` });
          setLeaving(undefined);
        },
      },
    );

  return (
    <>
      <Section
        title="In the team"
        action={
          <Button look="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden /> Invite
          </Button>
        }
      >
        <Loaded of={members}>
          {({ members }) => (
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  session={session}
                  roles={roles.data?.roles ?? []}
                  onRemove={() => setLeaving(member)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
      <InvitationList />
      {inviting && <InviteDialog roles={roles.data?.roles ?? []} onClose={() => setInviting(false)} />}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={`Remove ${leaving.name}?`}
          action="Remove"
          onConfirm={() => remove(leaving)}
          busy={removing.isPending}
          error={removing.error}
        >
          <p>
            They are signed out immediately. Their endpoints stop working and their personal connections are
            deleted.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

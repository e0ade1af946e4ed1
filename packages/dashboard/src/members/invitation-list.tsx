import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Section } from "../ui/page/section.tsx";
import { Time } from "../ui/text/time.tsx";
import { toasts } from "../ui/toast/toasts.ts";

/** Those that nobody has accepted yet; nothing if there are none. */
export function InvitationList() {
  const invitations = useAnswer("GET /invitations", {});
  const withdrawing = useChange("DELETE /invitations/:id", ["GET /invitations"]);
  if (!invitations.data?.invitations.length) return null;
  const withdraw = (id: string) =>
    withdrawing.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          toasts.add({ title: "The invitation is withdrawn", description: "Its link no longer works." }),
        onError: ({ message }) =>
          toasts.add({ title: "The invitation was not withdrawn", description: message }),
      },
    );
  return (
    <Section title="Open invitations">
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
        {invitations.data.invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="flex min-w-0 grow basis-56 flex-col">
              <span className="truncate font-medium">{email ?? "Anyone with the link"}</span>
              <span className="text-sm text-quiet">
                Expires <Time at={expiresAt} />
              </span>
            </div>
            <Badge>{role}</Badge>
            <Button
              size="small"
              onClick={() => withdraw(id)}
              aria-label={`Withdraw the invitation of ${email ?? "anyone with the link"}`}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

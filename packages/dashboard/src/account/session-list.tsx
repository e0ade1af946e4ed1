import { Monitor } from "lucide-react";
import type { AccountAnswer } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Section } from "../ui/page/section.tsx";
import { Time } from "../ui/text/time.tsx";
import { toasts } from "../ui/toast/toasts.ts";
import { describeBrowser } from "./describe-browser.ts";

/** Where the person is signed in. This browser is signed out in the menu. */
export function SessionList({ sessions }: { sessions: AccountAnswer["sessions"] }) {
  const ending = useChange("DELETE /account/sessions/:id", ["GET /account"]);
  const endingOthers = useChange("DELETE /account/sessions", ["GET /account"]);
  const onError = ({ message }: Error) =>
    toasts.add({ title: "The session was not ended", description: message });
  const isEnding = (id: string) => ending.isPending && ending.variables.params.id === id;

  return (
    <Section
      title="Sessions"
      hint="The browsers in which you are signed in."
      action={
        sessions.length > 1 && (
          <Button busy={endingOthers.isPending} onClick={() => endingOthers.mutate({}, { onError })}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
        {sessions
          .filter(({ id }) => !isEnding(id))
          .map(({ id, userAgent, isCurrent, createdAt, lastUsedAt }) => {
            const browser = describeBrowser(userAgent);
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <Monitor className="size-5 shrink-0 text-quiet" aria-hidden />
                <div className="flex min-w-0 grow basis-48 flex-col">
                  <span className="truncate font-medium">{browser}</span>
                  <span className="text-sm text-quiet">
                    Last used <Time at={lastUsedAt} />, signed in <Time at={createdAt} />
                  </span>
                </div>
                {isCurrent ? (
                  <Badge tone="accent">This browser</Badge>
                ) : (
                  <Button
                    size="small"
                    aria-label={`Sign out ${browser}`}
                    onClick={() => ending.mutate({ params: { id } }, { onError })}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
    </Section>
  );
}

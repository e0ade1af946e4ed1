import { Plus, Scale } from "lucide-react";
import { useState } from "react";
import type { ApprovalRule } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Section } from "../ui/page/section.tsx";
import { EmptyState } from "../ui/state/empty-state.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { toasts } from "../ui/toast/toasts.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleRow } from "./rule-row.tsx";

export function RuleList() {
  const { id: ownId, isAdmin } = useSession();
  const rules = useAnswer("GET /approvals/rules", {});
  const members = useAnswer("GET /members", {}, { enabled: isAdmin });
  const removing = useChange("DELETE /approvals/rules/:id", ["GET /approvals/rules"]);
  const [edited, setEdited] = useState<ApprovalRule | "new">();
  const [leaving, setLeaving] = useState<ApprovalRule>();
  const nameOf = (userId: string) => {
    if (userId === ownId) return "you";
    if (userId === "team") return "the team";
    return members.data?.members.find(({ id }) => id === userId)?.name ?? "Former member";
  };

  return (
    <Section
      title="Rules"
      hint="Rules apply in this order: the first match wins."
      action={
        isAdmin && (
          <Button look="primary" onClick={() => setEdited("new")}>
            <Plus aria-hidden /> New rule
          </Button>
        )
      }
    >
      <Loaded of={rules}>
        {({ rules }) =>
          rules.length === 0 ? (
            <EmptyState icon={Scale} title="No rules yet">
              A rule is also made when you approve a call “always”.
            </EmptyState>
          ) : (
            <ol
              aria-label="Rules, first match wins"
              className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card"
            >
              {rules.map((rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  nameOf={nameOf}
                  onEdit={isAdmin ? () => setEdited(rule) : undefined}
                  onRemove={isAdmin || rule.userId !== null ? () => setLeaving(rule) : undefined}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      <div className="flex flex-col gap-1 text-sm text-quiet">
        <p>
          Those that deny come first, then the longest pattern, and of two alike the one that asks before the
          one that allows.
        </p>
        <p>
          Where no rule fits, a call that is not destructive is made. A destructive one goes by what its
          endpoint says; in a script a person is asked. An endpoint that refuses destructive calls does so
          regardless of any rule.
        </p>
      </div>
      {edited && (
        <RuleDialog rule={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title="Remove this rule?"
          action="Remove"
          busy={removing.isPending}
          error={removing.error}
          onConfirm={() =>
            removing.mutate(
              { params: { id: leaving.id } },
              {
                onSuccess: () => {
                  toasts.add({
                    title: "The rule is removed",
                    description: "Takes effect on the next call.",
                  });
                  setLeaving(undefined);
                },
              },
            )
          }
        >
          <p>
            Calls of <code className="break-all">{leaving.pattern}</code> then go by the other rules, or by
            their endpoint.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

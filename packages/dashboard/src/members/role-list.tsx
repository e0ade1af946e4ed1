import { Plus } from "lucide-react";
import { useState } from "react";
import type { ListedRole } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { Section } from "../ui/page/section.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { plural } from "../ui/text/plural.ts";
import { RoleDialog } from "./role-dialog.tsx";

export function RoleList() {
  const roles = useAnswer("GET /roles", {});
  const removing = useChange("DELETE /roles/:name", ["GET /roles"]);
  const [edited, setEdited] = useState<ListedRole | "new">();
  const [leaving, setLeaving] = useState<ListedRole>();

  return (
    <Section
      title="Roles"
      hint="A role is a list of path patterns: the tools that people with it may use."
      action={
        <Button look="primary" onClick={() => setEdited("new")}>
          <Plus aria-hidden /> New role
        </Button>
      }
    >
      <Loaded of={roles}>
        {({ roles }) => (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card">
            {roles.map((role) => (
              <li key={role.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="flex min-w-0 grow basis-56 flex-col gap-0.5">
                  <span className="truncate font-medium">{role.name}</span>
                  <code className="text-sm break-all text-quiet">
                    {role.patterns.join(", ") || "nothing"}
                  </code>
                </div>
                <span className="text-sm text-quiet">{plural(role.memberCount, "member")}</span>
                {role.builtIn ? (
                  <Badge>built in</Badge>
                ) : (
                  <div className="flex gap-1">
                    <Button size="small" onClick={() => setEdited(role)} aria-label={`Edit ${role.name}`}>
                      Edit
                    </Button>
                    <Button
                      size="small"
                      look="ghost"
                      onClick={() => setLeaving(role)}
                      aria-label={`Delete ${role.name}`}
                    >
                      Delete
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {edited && (
        <RoleDialog role={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={`Delete the role ${leaving.name}?`}
          action="Delete"
          busy={removing.isPending}
          error={removing.error}
          onConfirm={() =>
            removing.mutate({ params: { name: leaving.name } }, { onSuccess: () => setLeaving(undefined) })
          }
        >
          <p>
            {leaving.memberCount > 0
              ? `${plural(leaving.memberCount, "member")} still ${leaving.memberCount === 1 ? "has" : "have"} it: give them another role first.`
              : "Nobody has it."}
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

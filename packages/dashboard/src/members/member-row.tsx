import type { ListedRole, Member, SessionUser } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Time } from "../ui/text/time.tsx";
import { toasts } from "../ui/toast/toasts.ts";

export interface MemberRowProps {
  member: Member;
  session: SessionUser;
  roles: readonly ListedRole[];
  onRemove(): void;
}

export function MemberRow({ member, session, roles, onRemove }: MemberRowProps) {
  const { id, name, email, role, createdAt } = member;
  const changing = useChange("PATCH /members/:id", ["GET /members", "GET /roles"]);
  const allowing = useChange("PUT /members/:id/programs", ["GET /members"]);
  // Shown as wanted until the gateway has answered.
  const mayAddPrograms = allowing.isPending ? allowing.variables.body.allowed : member.mayAddPrograms;
  const isOwner = session.role === "owner";
  // Only the owner makes admins or ends it; nobody changes the owner or themselves.
  const mayChange = id !== session.id && role !== "owner" && (isOwner || role !== "admin");
  const options = roles
    .filter(({ name }) => name !== "owner" && (isOwner || name !== "admin"))
    .map(({ name }) => ({ value: name, label: name }));

  const change = (next: string) =>
    changing.mutate(
      { params: { id }, body: { role: next } },
      {
        onSuccess: () => toasts.add({ title: `${name} is now ${next}` }),
        onError: ({ message }) => toasts.add({ title: "The role was not changed", description: message }),
      },
    );

  const allowPrograms = (allowed: boolean) =>
    allowing.mutate(
      { params: { id }, body: { allowed } },
      {
        onSuccess: () => toasts.add({ title: `${name} ${allowed ? "can" : "can't"} add programs` }),
        onError: ({ message }) => toasts.add({ title: "Nothing was changed", description: message }),
      },
    );

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 grow basis-56 flex-col">
        <span className="truncate font-medium">
          {name}
          {id === session.id && <span className="font-normal text-quiet"> (you)</span>}
          {mayAddPrograms && <span className="font-normal text-quiet"> · may add programs</span>}
        </span>
        <span className="truncate text-sm text-quiet">
          {email}, since <Time at={createdAt} />
        </span>
      </div>
      {mayChange ? (
        <>
          {isOwner && role === "admin" && (
            <Button
              size="small"
              title="Sources that run a program on the gateway's machine"
              busy={allowing.isPending}
              aria-label={`${mayAddPrograms ? "Disallow" : "Allow"} programs of ${name}`}
              onClick={() => allowPrograms(!mayAddPrograms)}
            >
              {mayAddPrograms ? "Disallow programs" : "Allow programs"}
            </Button>
          )}
          <Choice
            aria-label={`Role of ${name}`}
            value={changing.isPending ? (changing.variables.body.role ?? role) : role}
            options={
              options.some(({ value }) => value === role)
                ? options
                : [...options, { value: role, label: role }]
            }
            onChange={change}
            className="w-36"
          />
          <Button size="small" onClick={onRemove} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </>
      ) : (
        <Badge>{role}</Badge>
      )}
    </li>
  );
}

import type { ApprovalRule } from "toolshed/api";
import { Badge } from "../ui/badge/badge.tsx";
import { Button } from "../ui/button/button.tsx";
import { Time } from "../ui/text/time.tsx";
import { effects } from "./effects.ts";

export interface RuleRowProps {
  rule: ApprovalRule;
  nameOf(userId: string): string;
  /** Absent where this person may not. */
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function RuleRow({ rule, nameOf, onEdit, onRemove }: RuleRowProps) {
  const { userId, role, via, pattern, effect, createdAt } = rule;
  const { label, tone, icon } = effects[effect];
  const whose = [
    userId !== null && `only for ${nameOf(userId)}`,
    role !== null && `role ${role}`,
    via !== null && `through ${via}`,
  ].filter(Boolean);
  const removal = userId === null ? "Remove" : "Revoke";
  const name = `${label.toLowerCase()} ${pattern}`;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="w-20">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <div className="flex min-w-0 grow basis-56 flex-col gap-0.5">
        <code className="text-sm font-medium break-all">{pattern}</code>
        <span className="text-sm text-quiet">
          {whose.length > 0 ? whose.join(", ") : "for everybody"}
          {userId !== null && (
            <>
              {" "}
              · “always”, chosen <Time at={createdAt} />
            </>
          )}
        </span>
      </div>
      <div className="flex gap-1">
        {onEdit && (
          <Button size="small" onClick={onEdit} aria-label={`Edit: ${name}`}>
            Edit
          </Button>
        )}
        {onRemove && (
          <Button size="small" look="ghost" onClick={onRemove} aria-label={`${removal}: ${name}`}>
            {removal}
          </Button>
        )}
      </div>
    </li>
  );
}

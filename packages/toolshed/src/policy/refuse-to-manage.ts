import { refuseToGive } from "./refuse-to-give.ts";

interface Person {
  readonly id: string;
  readonly role: string;
}

/** Why somebody may not remove a member or give that member another role. Nothing if they may. */
export function refuseToManage(actor: Person, member: Person, nextRole?: string): string | undefined {
  if (member.role === "owner") return "Nobody can change or remove the owner.";
  if (member.id === actor.id) return "Nobody can change their own role or remove themselves.";
  return refuseToGive(actor, member.role) ?? (nextRole && refuseToGive(actor, nextRole));
}

import { refuseToGive } from "./refuse-to-give.ts";

interface Person {
  readonly role: string;
}

/**
 * Why an admin may not remove a member or give that member another role. Nothing if they may.
 * Nobody may do either to themselves: an admin is managed by the owner, and the owner by nobody.
 */
export function refuseToManage(actor: Person, member: Person, nextRole?: string): string | undefined {
  if (member.role === "owner") return "Nobody can change or remove the owner.";
  return refuseToGive(actor, member.role) ?? (nextRole && refuseToGive(actor, nextRole));
}

interface Person {
  readonly role: string;
}

/**
 * Why a caller may not make the gateway run a program of their choice. Nothing if they may.
 * A program acts as the operating-system user of the gateway, and can read all that the owner has: so an admin needs the
 * owner's permission.
 */
export function refusePrograms(actor: Person, mayAddPrograms: boolean): string | undefined {
  if (actor.role === "owner" || (actor.role === "admin" && mayAddPrograms)) return undefined;
  return 'Only the owner, or an admin the owner has allowed, can add a program. The owner can run "toolshed members programs <email> allow".';
}

/** Why a caller may not decide who else adds programs. Nothing if they may. */
export function refuseToAllowPrograms(actor: Person, member: Person | undefined): string | undefined {
  if (actor.role !== "owner") return "Only the owner decides who can add programs.";
  if (member && member.role !== "admin") return "Only an admin can be allowed to add programs.";
  return undefined;
}

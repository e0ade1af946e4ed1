/** Why somebody may not give a role, or take it away. Nothing if they may. */
export function refuseToGive(actor: { readonly role: string }, role: string): string | undefined {
  if (role === "owner") return "There is one owner, and that does not change.";
  if (role === "admin" && actor.role !== "owner") return "Only the owner makes, demotes and removes admins.";
  return undefined;
}

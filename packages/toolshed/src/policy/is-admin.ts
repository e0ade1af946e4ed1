/** Whether somebody manages members, roles and what belongs to the team. */
export const isAdmin = ({ role }: { readonly role: string }): boolean => role === "owner" || role === "admin";

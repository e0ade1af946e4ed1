/** Whether a role may manage what belongs to the team and see what its members do. */
export const isAdmin = (role: string): boolean => role === "owner" || role === "admin";

/** What the record and the rules call the doors that are no endpoints. */
const reserved = new Set(["command", "dashboard"]);

/** Whether an endpoint of this name could be taken for the owner's command line or for the dashboard. */
export const isReservedName = (name: string): boolean => reserved.has(name.trim().toLowerCase());

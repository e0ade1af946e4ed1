/** What a connection is called that nobody gave a name. */
export const defaultConnectionName = "default";

const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,49}$/u;

/** Whether a connection may be called so: `work`, `ann@example.com`. No slash, which sets a team's apart in the record. */
export const isConnectionName = (name: string): boolean => pattern.test(name);

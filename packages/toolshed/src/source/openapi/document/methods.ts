export const methods = ["get", "head", "options", "post", "put", "patch", "delete", "trace"] as const;
export type Method = (typeof methods)[number];

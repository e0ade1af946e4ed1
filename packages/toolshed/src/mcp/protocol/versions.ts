export type Era = "legacy" | "modern";

/** Revisions that begin with `initialize`, the newest first. */
export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;
/** Revisions in which each request identifies its client. */
export const modernVersions = ["2026-07-28"] as const;

const [firstModern] = modernVersions;

/** Revisions are dates. */
export const isModern = (version: string): boolean => version >= firstModern;

export const isServed = (version: string): boolean => (modernVersions as readonly string[]).includes(version);

/** The revision for a client that sends `initialize`. */
export const negotiate = (requested: unknown): string =>
  legacyVersions.find((version) => version === requested) ?? legacyVersions[0];

export const isLegacyVersion = (version: string): boolean =>
  (legacyVersions as readonly string[]).includes(version);

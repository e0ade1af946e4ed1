import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/client";

/** The first revision in which each request carries everything. Revisions are dates, so their order is that of texts. */
export const modernVersion = "2026-07-28";

export const isModernVersion = (version: string | undefined): boolean =>
  version !== undefined && version >= modernVersion;

/** Those with a handshake, the latest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => !isModernVersion(version),
);

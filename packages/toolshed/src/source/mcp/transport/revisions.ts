import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/client";

/** The first revision in which each request carries everything. Revisions are dates, so their order is that of texts. */
export const modernVersion = "2026-07-28";

export const isModernVersion = (version: string | undefined): boolean =>
  version !== undefined && version >= modernVersion;

/** Those with a handshake, the latest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => !isModernVersion(version),
);

const plain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const encoded = /^=\?base64\?.*\?=$/;

/** A text as the newer revision puts it into a header: as it is where a header can hold it. */
export const toHeaderValue = (text: string): string =>
  plain.test(text) && !encoded.test(text) ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;

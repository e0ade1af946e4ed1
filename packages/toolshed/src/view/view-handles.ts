import { randomBytes } from "node:crypto";
import { createSignedTexts } from "../home/signed-texts.ts";
import type { Caller } from "../policy/caller.ts";

/** What was shown: a tool with its View, if it has one, and with one of the caller's connections. */
export interface Showing {
  /** Random, and different for each showing. */
  readonly id: string;
  readonly path: string;
  /** Empty if the tool has no View. */
  readonly uri: string;
  /** Absent if the tool uses none. */
  readonly connection?: string | undefined;
}

/**
 * Handles of shown tools. With one, a View is read and may call what is open to it; names alone open nothing. The handle
 * of a tool without a View opens that tool. Nothing is stored: a handle holds what it opens and for whom, signed.
 */
export type ViewHandles = ReturnType<typeof createViewHandles>;

/** A conversation is read again on the next day. */
export const handleLifeMs = 24 * 60 * 60 * 1000;

type Parts = [
  id: string,
  until: number,
  userId: string,
  endpointId: string,
  path: string,
  uri: string,
  connection: string,
];

export function createViewHandles(key: Buffer | string, now: () => number = Date.now) {
  const texts = createSignedTexts(key);
  return {
    issue({ userId, endpointId = "" }: Caller, { path, uri, connection = "" }: Omit<Showing, "id">): string {
      const id = randomBytes(12).toString("base64url");
      return texts.write([id, now() + handleLifeMs, userId, endpointId, path, uri, connection]);
    },

    /** What the handle opens to this caller. */
    read(handle: string, { userId, endpointId = "" }: Caller): Showing | "invalid" | "expired" {
      const parts = texts.read(handle) as Parts | undefined;
      if (!parts) return "invalid";
      const [id, until, owner, endpoint, path, uri, connection] = parts;
      if (owner !== userId || endpoint !== endpointId) return "invalid";
      if (until < now()) return "expired";
      return { id, path, uri, ...(connection && { connection }) };
    },
  };
}

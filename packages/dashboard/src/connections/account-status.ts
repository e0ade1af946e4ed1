import { CircleCheck, CircleX, ClockAlert } from "lucide-react";
import type { ConnectionState } from "toolshed/api";
import type { ConnectionStatus } from "./connection-status.ts";

const soonMs = 7 * 24 * 60 * 60 * 1000;

/** The status of one account. Only a credential that is not refreshed automatically expires. */
export function accountStatus(connection: ConnectionState, now: number): ConnectionStatus {
  const { kind, expiresAt, needsReconnect, lastError } = connection;
  if (needsReconnect)
    return { text: "Needs reconnecting", tone: "bad", icon: CircleX, connected: false, needsAttention: true };
  if (expiresAt !== null && expiresAt < now)
    return { text: "Expired", tone: "bad", icon: CircleX, connected: false, needsAttention: true };
  if (kind === "key" && expiresAt !== null && expiresAt < now + soonMs)
    return { text: "Expires soon", tone: "warn", icon: ClockAlert, connected: true, needsAttention: true };
  if (lastError !== null) return { text: "Retrying", tone: "warn", icon: ClockAlert, connected: true };
  return { text: "Connected", tone: "good", icon: CircleCheck, connected: true };
}

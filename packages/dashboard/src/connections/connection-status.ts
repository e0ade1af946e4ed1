import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ClockAlert,
  type LucideIcon,
  SquareTerminal,
  Users,
} from "lucide-react";
import type { ConnectionState, ProviderAnswer } from "toolshed/api";
import type { Tone } from "../ui/badge.tsx";

export type Owner = ProviderAnswer["owner"];

export interface ConnectionStatus {
  readonly text: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly connected: boolean;
  /** Somebody has to do something about it. */
  readonly needsAttention?: true;
}

const soonMs = 7 * 24 * 60 * 60 * 1000;

export const ownConnections = (provider: ProviderAnswer, owner: Owner): readonly ConnectionState[] =>
  owner === "team" ? provider.team : provider.personal;

/** How a provider stands for a person or for the team. Of several accounts, one that needs somebody speaks for all. */
export function connectionStatus(provider: ProviderAnswer, owner: Owner, now: number): ConnectionStatus {
  const statuses = ownConnections(provider, owner).map((connection) => accountStatus(connection, now));
  const [own] = statuses;
  if (own) return statuses.find(({ needsAttention }) => needsAttention) ?? own;
  if (owner === "person" && provider.team.length > 0)
    return { text: "Through the team", tone: "good", icon: Users, connected: true };
  if (provider.fromEnvironment)
    return { text: "From the environment", tone: "good", icon: SquareTerminal, connected: true };
  if (provider.type === "none")
    return { text: "Always on", tone: "good", icon: CircleCheck, connected: true };
  return { text: "Not connected", tone: "plain", icon: CircleDashed, connected: false };
}

/** How one account stands. Only what is not renewed by itself has an end. */
export function accountStatus({ kind, expiresAt }: ConnectionState, now: number): ConnectionStatus {
  if (expiresAt !== null && expiresAt < now)
    return { text: "Expired", tone: "bad", icon: CircleX, connected: false, needsAttention: true };
  if (kind === "key" && expiresAt !== null && expiresAt < now + soonMs)
    return { text: "Expires soon", tone: "warn", icon: ClockAlert, connected: true, needsAttention: true };
  return { text: "Connected", tone: "good", icon: CircleCheck, connected: true };
}

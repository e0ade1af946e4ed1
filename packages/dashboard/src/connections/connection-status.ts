import { CircleCheck, CircleDashed, type LucideIcon, SquareTerminal, Users } from "lucide-react";
import type { ProviderAnswer } from "toolshed/api";
import type { Tone } from "../ui/badge/badge.tsx";
import { accountStatus } from "./account-status.ts";
import { ownConnections } from "./own-connections.ts";

export type Owner = ProviderAnswer["owner"];

export interface ConnectionStatus {
  readonly text: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly connected: boolean;
  /** Needs a person's attention. */
  readonly needsAttention?: true;
}

/** A provider's status for a person or the team. If one of several accounts needs attention, the provider does. */
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

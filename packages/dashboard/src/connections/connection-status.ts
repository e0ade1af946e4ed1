import {
  CircleCheck,
  CircleDashed,
  CircleX,
  ClockAlert,
  type LucideIcon,
  SquareTerminal,
  Users,
} from "lucide-react";
import type { ProviderAnswer } from "toolshed/api";
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

/** How a provider stands for a person or for the team. */
export function connectionStatus(provider: ProviderAnswer, owner: Owner, now: number): ConnectionStatus {
  const own = owner === "team" ? provider.team : provider.personal;
  // A grant is renewed by itself; a key that ends has to be replaced.
  if (own?.kind === "key" && own.expiresAt !== null && own.expiresAt < now)
    return { text: "Expired", tone: "bad", icon: CircleX, connected: false, needsAttention: true };
  if (own?.kind === "key" && own.expiresAt !== null && own.expiresAt < now + soonMs)
    return { text: "Expires soon", tone: "warn", icon: ClockAlert, connected: true, needsAttention: true };
  if (own) return { text: "Connected", tone: "good", icon: CircleCheck, connected: true };
  if (owner === "person" && provider.team)
    return { text: "Through the team", tone: "good", icon: Users, connected: true };
  if (provider.fromEnvironment)
    return { text: "From the environment", tone: "good", icon: SquareTerminal, connected: true };
  if (provider.type === "none")
    return { text: "Always on", tone: "good", icon: CircleCheck, connected: true };
  return { text: "Not connected", tone: "plain", icon: CircleDashed, connected: false };
}

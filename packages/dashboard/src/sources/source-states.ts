import { CircleAlert, CircleCheck, CirclePause, type LucideIcon, RotateCw } from "lucide-react";
import type { ListedSource } from "toolshed/api";
import type { Tone } from "../ui/badge/badge.tsx";

export const sourceStates: Record<ListedSource["state"], { text: string; tone: Tone; icon: LucideIcon }> = {
  running: { text: "Running", tone: "good", icon: CircleCheck },
  starting: { text: "Starting", tone: "accent", icon: CircleCheck },
  stopped: { text: "Starts when needed", tone: "plain", icon: CirclePause },
  restarting: { text: "Restarting", tone: "warn", icon: RotateCw },
  failed: { text: "Failed", tone: "bad", icon: CircleAlert },
};

export const isFailing = ({ state }: ListedSource): boolean => state === "failed" || state === "restarting";

/** How many tools wait for a review. */
export const waitingTools = ({ changes }: ListedSource): number =>
  new Set(changes.filter(({ waiting }) => waiting).map(({ name }) => name)).size;

import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  SearchX,
  SquareX,
  TimerOff,
} from "lucide-react";
import type { Tone } from "./badge.tsx";

export interface OutcomeLook {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
}

/** How each outcome of a call is shown. */
export const outcomes: Readonly<Record<string, OutcomeLook>> = {
  ok: { label: "OK", tone: "good", icon: CircleCheck },
  failed: { label: "Failed", tone: "bad", icon: CircleX },
  invalid: { label: "Invalid arguments", tone: "warn", icon: SquareX },
  not_found: { label: "Not found", tone: "warn", icon: SearchX },
  denied: { label: "Denied", tone: "warn", icon: Ban },
  approved: { label: "Approved", tone: "plain", icon: CircleCheck },
  waiting: { label: "Waiting for a person", tone: "accent", icon: Hourglass },
  timeout: { label: "Timed out", tone: "bad", icon: TimerOff },
  cancelled: { label: "Cancelled", tone: "plain", icon: CircleDashed },
  started: { label: "Running", tone: "accent", icon: LoaderCircle },
  unknown: { label: "Interrupted", tone: "warn", icon: CircleHelp },
};

export const hasEnded = (outcome: string): boolean => outcome !== "started" && outcome !== "unknown";

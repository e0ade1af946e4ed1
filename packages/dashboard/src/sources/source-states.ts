import { CircleAlert, CircleCheck, CirclePause, type LucideIcon, RotateCw } from "lucide-react";
import type { ListedSource } from "toolshed/api";
import type { Tone } from "../ui/badge/badge.tsx";
import { plural } from "../ui/text/plural.ts";

export const sourceStates: Record<ListedSource["state"], { text: string; tone: Tone; icon: LucideIcon }> = {
  running: { text: "Running", tone: "good", icon: CircleCheck },
  starting: { text: "Starting", tone: "accent", icon: CircleCheck },
  stopped: { text: "Starts when needed", tone: "plain", icon: CirclePause },
  restarting: { text: "Restarting", tone: "warn", icon: RotateCw },
  failed: { text: "Failed", tone: "bad", icon: CircleAlert },
};

export const isFailing = ({ state }: ListedSource): boolean => state === "failed" || state === "restarting";

/** The names of the tools that changed and are not decided about yet, and of those that are held back until then. */
export function changedTools({ changes }: Pick<ListedSource, "changes">) {
  const open = changes.filter(({ rejected }) => !rejected);
  const heldBack = open.filter(({ waiting }) => waiting);
  const namesOf = (some: typeof open) => [...new Set(some.map(({ name }) => name))];
  return { changed: namesOf(open), heldBack: namesOf(heldBack) };
}

/** The same numbers in a sentence. */
export function summarizeChanges(changed: number, heldBack: number): string {
  if (changed === 0) return "Everything is decided.";
  const held =
    heldBack > 0 ? `; ${heldBack} ${heldBack === 1 ? "is" : "are"} held back until you decide` : "";
  return `${plural(changed, "tool")} changed since an admin last looked${held}.`;
}

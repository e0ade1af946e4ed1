import { Check, type LucideIcon, MessageCircleQuestion, OctagonX } from "lucide-react";
import type { ApprovalRule } from "toolshed/api";
import type { Tone } from "../ui/badge/badge.tsx";

/** What a rule can say of a call. */
export const effects: Record<ApprovalRule["effect"], { label: string; tone: Tone; icon: LucideIcon }> = {
  allow: { label: "Allow", tone: "good", icon: Check },
  ask: { label: "Ask", tone: "warn", icon: MessageCircleQuestion },
  deny: { label: "Deny", tone: "bad", icon: OctagonX },
};

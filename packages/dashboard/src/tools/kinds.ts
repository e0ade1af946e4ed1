import { AppWindow, BookOpen, EyeOff, type LucideIcon, Plug, ShieldAlert, TriangleAlert } from "lucide-react";
import type { ToolEntry, ToolKind } from "toolshed/api";
import type { Tone } from "../ui/badge/badge.tsx";

/** What a tool can be called in a list: all but its quarantine is known of every tool. */
export type Marked = Pick<ToolEntry, "readOnly" | "destructive" | "connected" | "view" | "appOnly"> & {
  quarantined?: boolean;
};

export interface Kind {
  readonly kind: ToolKind;
  readonly label: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  is(tool: Marked): boolean;
}

/** The kinds that tools are marked with and filtered by. */
export const kinds: readonly Kind[] = [
  {
    kind: "quarantined",
    label: "quarantined",
    tone: "bad",
    icon: ShieldAlert,
    is: (tool) => tool.quarantined === true,
  },
  { kind: "view", label: "has a View", tone: "good", icon: AppWindow, is: ({ view }) => view },
  { kind: "app-only", label: "for Views only", tone: "plain", icon: EyeOff, is: ({ appOnly }) => appOnly },
  { kind: "read-only", label: "read-only", tone: "accent", icon: BookOpen, is: ({ readOnly }) => readOnly },
  {
    kind: "destructive",
    label: "destructive",
    tone: "warn",
    icon: TriangleAlert,
    is: (tool) => tool.destructive,
  },
  {
    kind: "unconnected",
    label: "needs a connection",
    tone: "plain",
    icon: Plug,
    is: ({ connected }) => !connected,
  },
];

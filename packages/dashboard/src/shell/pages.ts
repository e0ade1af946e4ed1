import {
  Activity,
  Boxes,
  House,
  type LucideIcon,
  Plug,
  ShieldCheck,
  Users,
  Waypoints,
  Wrench,
} from "lucide-react";

export interface PageLink {
  readonly to:
    | "/"
    | "/connections"
    | "/endpoints"
    | "/tools"
    | "/sources"
    | "/approvals"
    | "/activity"
    | "/members";
  readonly name: string;
  readonly icon: LucideIcon;
  /** Pressed after "g". */
  readonly key: string;
  readonly adminsOnly?: true;
}

/** What the navigation lists, in its order. */
export const pages: readonly PageLink[] = [
  { to: "/", name: "Overview", icon: House, key: "o" },
  { to: "/connections", name: "Connections", icon: Plug, key: "c" },
  { to: "/endpoints", name: "Endpoints", icon: Waypoints, key: "e" },
  { to: "/tools", name: "Tools", icon: Wrench, key: "t" },
  { to: "/approvals", name: "Approvals", icon: ShieldCheck, key: "p" },
  { to: "/activity", name: "Activity", icon: Activity, key: "a" },
  { to: "/sources", name: "Sources", icon: Boxes, key: "s", adminsOnly: true },
  { to: "/members", name: "Members", icon: Users, key: "m", adminsOnly: true },
];

import { Keyboard, LogOut, Moon, Plug, Plus, Sun, SunMoon, UserPlus, UserRound } from "lucide-react";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";
import { pages } from "../pages.ts";
import { useSignOut } from "../use-sign-out.ts";
import { useTheme } from "../use-theme.ts";
import { hasWords, kindIcons, type PaletteGroup, type PaletteItem } from "./palette-item.ts";
import { readRecents } from "./recents.ts";

const maxTools = 8;
const maxCalls = 5;
const maxSources = 5;

/** What a person can go to or do, by what they have typed. Only what they may see is asked for. */
export function usePaletteGroups(
  query: string,
  onShortcuts: () => void,
): { groups: PaletteGroup[]; isSearching: boolean } {
  const { id: userId, isAdmin } = useSession();
  const isEmpty = query === "";
  const tools = useAnswer("GET /tools", { query: { query, limit: maxTools } }, { enabled: !isEmpty });
  const sources = useAnswer("GET /sources", {}, { enabled: isAdmin && !isEmpty });
  const calls = useAnswer("GET /calls", {
    query: { of: isAdmin ? "all" : "me", path: query || undefined, limit: maxCalls },
  });
  const goes = [...useGoes(), ...useActions(onShortcuts)];

  const foundTools: PaletteItem[] = (tools.data?.tools ?? []).slice(0, maxTools).map(({ path, title }) => ({
    kind: "tool",
    label: title,
    detail: path,
    icon: kindIcons.tool,
    href: `/tools/${encodeURIComponent(path)}`,
  }));
  const foundSources: PaletteItem[] = (sources.data?.sources ?? [])
    .filter(({ id }) => hasWords(query, id))
    .slice(0, maxSources)
    .map(({ id, kind }) => ({
      kind: "source",
      label: id,
      detail: kind,
      icon: kindIcons.source,
      href: `/sources/${encodeURIComponent(id)}`,
    }));
  const [, callId] = /^#?(\d{1,15})$/.exec(query) ?? [];
  const foundCalls: PaletteItem[] = [
    ...(callId === undefined ? [] : [toCall(callId, `Call ${callId}`)]),
    ...(calls.data?.calls ?? [])
      // While another answer is on its way, there are still those of the last query.
      .filter(({ path }) => path.includes(query.toLowerCase()))
      .map(({ id, path, outcome, via }) => toCall(String(id), path, `${outcome}, ${via}`)),
  ];
  const fitting = (kind: PaletteItem["kind"]) =>
    goes.filter((item) => item.kind === kind && (isEmpty || hasWords(query, item.label, item.detail)));

  const groups: PaletteGroup[] = isEmpty
    ? [
        { name: "Recent", items: readRecents(userId) },
        { name: "Pages", items: fitting("page") },
        { name: "Actions", items: fitting("action") },
        { name: "Latest calls", items: foundCalls },
      ]
    : [
        { name: "Pages", items: fitting("page") },
        { name: "Actions", items: fitting("action") },
        { name: "Tools", items: foundTools },
        { name: "Sources", items: foundSources },
        { name: "Calls", items: foundCalls },
      ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: !isEmpty && (tools.isFetching || calls.isFetching),
  };
}

const toCall = (id: string, label: string, detail?: string): PaletteItem => ({
  kind: "call",
  label,
  detail,
  icon: kindIcons.call,
  href: `/activity/${id}`,
});

function useGoes(): PaletteItem[] {
  const { isAdmin } = useSession();
  return [
    ...pages
      .filter(({ adminsOnly }) => isAdmin || !adminsOnly)
      .map(({ to, name, icon }) => ({ kind: "page" as const, label: name, icon, href: to })),
    { kind: "page", label: "Account", icon: UserRound, href: "/account" },
  ];
}

function useActions(onShortcuts: () => void): PaletteItem[] {
  const { isAdmin } = useSession();
  const [theme, setTheme] = useTheme();
  const signOut = useSignOut();
  const forAdmins: PaletteItem[] = [
    { kind: "action", label: "Add a source", icon: Plus, href: "/sources?add=true" },
    { kind: "action", label: "Invite a member", icon: UserPlus, href: "/members?add=true" },
  ];
  const themes = [
    { value: "light", label: "Use the light theme", icon: Sun },
    { value: "dark", label: "Use the dark theme", icon: Moon },
    { value: "system", label: "Use the system’s theme", icon: SunMoon },
  ] as const;
  return [
    ...(isAdmin ? forAdmins : []),
    { kind: "action", label: "Create an endpoint", icon: Plus, href: "/endpoints?add=true" },
    { kind: "action", label: "Connect a service", icon: Plug, href: "/connections" },
    ...themes
      .filter(({ value }) => value !== theme)
      .map(({ value, label, icon }) => ({
        kind: "action" as const,
        label,
        icon,
        run: () => setTheme(value),
      })),
    { kind: "action", label: "Show keyboard shortcuts", icon: Keyboard, run: onShortcuts },
    { kind: "action", label: "Sign out", icon: LogOut, run: signOut },
  ];
}

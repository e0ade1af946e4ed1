import { kindIcons, kinds, type PaletteItem } from "./palette-item.ts";

const maxRecents = 5;
const maxLength = 200;
const keyOf = (userId: string) => `toolshed-recents-${userId}`;

/** Where this person went from the palette, in this browser, the latest first. */
export function readRecents(userId: string): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.slice(0, maxRecents).flatMap(toItem) : [];
  } catch {
    return [];
  }
}

export function addRecent(userId: string, { kind, label, detail, href }: PaletteItem): void {
  if (href === undefined || kind === "action") return;
  const others = readRecents(userId).filter((other) => other.href !== href);
  const stored = [{ kind, label, detail, href }, ...others].slice(0, maxRecents);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(stored));
  } catch {
    // Without storage, the palette has no recents.
  }
}

function toItem(stored: unknown): PaletteItem[] {
  const { kind, label, detail, href } = (stored ?? {}) as Partial<Record<keyof PaletteItem, unknown>>;
  const known = kinds.find((one) => one === kind);
  const isPath = typeof href === "string" && href.startsWith("/") && !href.startsWith("//");
  if (!known || typeof label !== "string" || !isPath) return [];
  return [
    {
      kind: known,
      label: label.slice(0, maxLength),
      detail: typeof detail === "string" ? detail.slice(0, maxLength) : undefined,
      icon: kindIcons[known],
      href,
    },
  ];
}

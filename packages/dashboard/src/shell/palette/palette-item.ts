import { Activity, Boxes, type LucideIcon, SquareArrowOutUpRight, Wrench } from "lucide-react";

export const kinds = ["tool", "source", "call", "page", "action"] as const;
export type PaletteKind = (typeof kinds)[number];

export interface PaletteItem {
  readonly kind: PaletteKind;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  /** A page of ours to go to. */
  readonly href?: string;
  /** What to do instead. */
  run?(): void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

export const kindIcons: Record<PaletteKind, LucideIcon> = {
  tool: Wrench,
  source: Boxes,
  call: Activity,
  page: SquareArrowOutUpRight,
  action: SquareArrowOutUpRight,
};

/** Whether every word is somewhere in the texts. */
export function hasWords(query: string, ...texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether tools that change may be used at once, or wait for an admin where they could do harm. */
export type Trust = "ask" | "always";

export interface ReviewedTool {
  readonly name: string;
  readonly hash: string;
  /** Could do harm if it were not what it was: it destroys something, or acts with someone's credentials. */
  readonly sensitive: boolean;
}

/** A tool that is not what an admin has seen. */
export interface ToolChange {
  readonly name: string;
  readonly kind: "new" | "changed" | "gone";
  /** Whether it is held back until an admin has approved it. */
  readonly waiting: boolean;
}

/** Compares the tools that a source lists with those that an admin has seen. */
export function review(
  tools: readonly ReviewedTool[],
  pinned: Readonly<Record<string, string>>,
  trust: Trust,
): ToolChange[] {
  const listed = new Set(tools.map(({ name }) => name));
  const gone = Object.keys(pinned).filter((name) => !listed.has(name));
  return [
    ...tools.flatMap(({ name, hash, sensitive }): ToolChange[] => {
      const known = Object.hasOwn(pinned, name) ? pinned[name] : undefined;
      if (known === hash) return [];
      return [{ name, kind: known === undefined ? "new" : "changed", waiting: sensitive && trust === "ask" }];
    }),
    ...gone.map((name): ToolChange => ({ name, kind: "gone", waiting: false })),
  ];
}

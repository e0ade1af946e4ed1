/** Whether tools that change may be used at once, or wait for an admin where they could do harm. */
export type Trust = "ask" | "always";

export interface Pin {
  readonly hash: string;
  /** Could do harm if it were not what it was: it destroys something, or acts with someone's credentials. */
  readonly sensitive: boolean;
  /** Of its View, if that was read. */
  readonly view?: string;
}

/** The tools that an admin has seen, by name. */
export type Pins = Readonly<Record<string, Pin>>;

/** A tool, or the View of one, that is not what an admin has seen. */
export interface ToolChange {
  readonly name: string;
  /** Whether it is the tool's View. */
  readonly view?: true;
  readonly kind: "new" | "changed" | "gone";
  /** Whether it is held back until an admin has approved it. */
  readonly waiting: boolean;
}

/** Compares the tools that a source lists with those that an admin has seen. */
export function review(listed: Pins, seen: Pins, trust: Trust): ToolChange[] {
  const changes: ToolChange[] = [];
  for (const [name, { hash, sensitive, view }] of Object.entries(listed)) {
    const before = Object.hasOwn(seen, name) ? seen[name] : undefined;
    if (before?.hash !== hash) {
      // One that was harmful does not become harmless by saying so.
      const waiting = trust === "ask" && (sensitive || before?.sensitive === true);
      changes.push({ name, kind: before ? "changed" : "new", waiting });
    }
    if (view !== undefined && before?.view !== view) {
      // A View is a program, which can call every tool of its server that the host lets it.
      const kind = before?.view === undefined ? "new" : "changed";
      changes.push({ name, view: true, kind, waiting: trust === "ask" });
    }
  }
  for (const name of Object.keys(seen)) {
    if (!Object.hasOwn(listed, name)) changes.push({ name, kind: "gone", waiting: false });
  }
  return changes;
}

import { createTimeSlices } from "../../work/time-slices.ts";
import type { Outline } from "./outline-tool.ts";
import type { ToolSnapshot, ToolSnapshots } from "./review.ts";

type Outlines = Readonly<Record<string, Outline>>;
type SnapshotAlone = Omit<ToolSnapshot, "outline">;

/** Snapshots at rest. Their outlines stand apart as a text of its own: they are most of it, and are read for what has changed. */
export async function writeSnapshots(snapshots: ToolSnapshots): Promise<string> {
  const slices = createTimeSlices();
  const alone: string[] = [];
  const outlines: string[] = [];
  // An outline is computed when it is first read, and there may be thousands.
  for (const [name, one] of Object.entries(snapshots)) {
    const { hash, sensitive, flagged, view, viewSize, viewNeeds, outline } = one;
    const snapshot: SnapshotAlone = {
      hash,
      sensitive,
      ...(flagged && flagged.length > 0 && { flagged }),
      ...(view !== undefined && { view }),
      ...(viewSize !== undefined && { viewSize }),
      ...(viewNeeds && { viewNeeds }),
    };
    alone.push(`${JSON.stringify(name)}:${JSON.stringify(snapshot)}`);
    if (outline) outlines.push(`${JSON.stringify(name)}:${JSON.stringify(outline)}`);
    if (slices.isOver()) await slices.next();
  }
  return `[{${alone.join()}},${JSON.stringify(`{${outlines.join()}}`)}]`;
}

export function readSnapshots(stored: string): ToolSnapshots {
  const read = JSON.parse(stored) as ToolSnapshots | [Record<string, SnapshotAlone>, string];
  // As they were stored before.
  if (!Array.isArray(read)) return read;
  const [alone, text] = read;
  let outlines: Outlines | undefined;
  const outlineOf = (name: string) => {
    outlines ??= JSON.parse(text) as Outlines;
    return Object.hasOwn(outlines, name) ? outlines[name] : undefined;
  };
  // In place, since there may be many thousands.
  const snapshots: Record<string, ToolSnapshot> = alone;
  for (const name of Object.keys(alone))
    snapshots[name] = new StoredSnapshot(name, alone[name] as SnapshotAlone, outlineOf);
  return snapshots;
}

class StoredSnapshot implements ToolSnapshot {
  readonly hash: string;
  readonly sensitive: boolean;
  readonly flagged?: readonly string[];
  readonly view?: string;
  readonly viewSize?: number;
  readonly viewNeeds?: readonly string[];
  readonly #name: string;
  readonly #outlineOf: (name: string) => Outline | undefined;

  constructor(name: string, snapshot: SnapshotAlone, outlineOf: (name: string) => Outline | undefined) {
    this.hash = snapshot.hash;
    this.sensitive = snapshot.sensitive;
    if (snapshot.flagged) this.flagged = snapshot.flagged;
    if (snapshot.view !== undefined) this.view = snapshot.view;
    if (snapshot.viewSize !== undefined) this.viewSize = snapshot.viewSize;
    if (snapshot.viewNeeds) this.viewNeeds = snapshot.viewNeeds;
    this.#name = name;
    this.#outlineOf = outlineOf;
  }

  get outline(): Outline | undefined {
    return this.#outlineOf(this.#name);
  }
}

import { createTimeSlices } from "../../work/time-slices.ts";
import type { Outline } from "./outline-tool.ts";
import type { Pin, Pins } from "./review.ts";

type Outlines = Readonly<Record<string, Outline>>;
type PinAlone = Omit<Pin, "outline">;

/** Pins at rest. Their outlines stand apart as a text of its own: they are most of it, and are read for what has changed. */
export async function writePins(pins: Pins): Promise<string> {
  const slices = createTimeSlices();
  const alone: string[] = [];
  const outlines: string[] = [];
  // An outline is computed when it is first read, and there may be thousands.
  for (const [name, { hash, sensitive, view, outline }] of Object.entries(pins)) {
    const pin: PinAlone = { hash, sensitive, ...(view !== undefined && { view }) };
    alone.push(`${JSON.stringify(name)}:${JSON.stringify(pin)}`);
    if (outline) outlines.push(`${JSON.stringify(name)}:${JSON.stringify(outline)}`);
    if (slices.isOver()) await slices.next();
  }
  return `[{${alone.join()}},${JSON.stringify(`{${outlines.join()}}`)}]`;
}

export function readPins(stored: string): Pins {
  const read = JSON.parse(stored) as Pins | [Record<string, PinAlone>, string];
  // As they were stored before.
  if (!Array.isArray(read)) return read;
  const [alone, text] = read;
  let outlines: Outlines | undefined;
  const outlineOf = (name: string) => {
    outlines ??= JSON.parse(text) as Outlines;
    return Object.hasOwn(outlines, name) ? outlines[name] : undefined;
  };
  // In place, since there may be many thousands.
  const pins: Record<string, Pin> = alone;
  for (const name of Object.keys(alone)) pins[name] = new StoredPin(name, alone[name] as PinAlone, outlineOf);
  return pins;
}

class StoredPin implements Pin {
  readonly hash: string;
  readonly sensitive: boolean;
  readonly view?: string;
  readonly #name: string;
  readonly #outlineOf: (name: string) => Outline | undefined;

  constructor(name: string, pin: PinAlone, outlineOf: (name: string) => Outline | undefined) {
    this.hash = pin.hash;
    this.sensitive = pin.sensitive;
    if (pin.view !== undefined) this.view = pin.view;
    this.#name = name;
    this.#outlineOf = outlineOf;
  }

  get outline(): Outline | undefined {
    return this.#outlineOf(this.#name);
  }
}

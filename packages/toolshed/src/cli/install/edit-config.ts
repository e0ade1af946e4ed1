import { isDeepStrictEqual } from "node:util";
import {
  applyInsertions,
  applyRemovals,
  BrokenConfig,
  type ConfigFormat,
  type ConfigObject,
  type Insertion,
} from "../../source/clients/formats/config-format.ts";
import { UserError } from "../../user-error.ts";

/** Where a client keeps its servers: a file of a format, and the key of the object with one entry for each. */
export interface ConfigPlace {
  readonly file: string;
  readonly format: ConfigFormat;
  readonly container: string;
}

const byteOrderMark = "\uFEFF";

/** The entry of a name, if the file has one. */
export function findEntry(place: ConfigPlace, text: string, name: string): unknown {
  const entry = entriesOf(place, parse(place, text))[name];
  return entry === undefined ? undefined : toPlain(entry);
}

/** Whether an entry can be added without changing anything else. Throws for a file that is broken. */
export function canAddEntry(place: ConfigPlace, text: string, name: string): boolean {
  const { plain } = splitMark(text);
  return tryToAdd(place, plain, name, { command: "toolshed" }) !== undefined;
}

/** What adds an entry to the text and changes nothing else in it. */
export function addEntry(
  place: ConfigPlace,
  text: string,
  name: string,
  entry: ConfigObject,
): { text: string; insertions: Insertion[] } {
  const { mark, plain } = splitMark(text);
  const added = tryToAdd(place, plain, name, entry);
  if (!added)
    throw new UserError(
      `${place.file} is laid out in a way that Toolshed can't edit safely, so nothing was changed. Add the server by hand: --print shows the entry.`,
    );
  return {
    text: mark + added.text,
    insertions: added.insertions.map((one) => ({ ...one, offset: one.offset + mark.length })),
  };
}

/** Nothing if more than the entry would change. */
function tryToAdd(place: ConfigPlace, text: string, name: string, entry: ConfigObject) {
  const before = parse(place, text);
  const insertions = read(place, () => place.format.insert(text, place.container, name, entry));
  const after = applyInsertions(text, insertions);
  const wanted = { ...before, [place.container]: { ...entriesOf(place, before), [name]: entry } };
  return parsesTo(place, after, wanted) ? { text: after, insertions } : undefined;
}

/** The text without the entry. With `andContainer` the object of entries goes too, if that leaves it empty. */
export function removeEntry(place: ConfigPlace, text: string, name: string, andContainer: boolean): string {
  const { mark, plain } = splitMark(text);
  const { format, container } = place;
  const before = parse(place, plain);
  const { [name]: _, ...others } = entriesOf(place, before);
  let after = applyRemovals(plain, format.remove(plain, container, name));
  if (!parsesTo(place, after, { ...before, [container]: others }))
    throw new UserError(
      `Couldn't remove "${name}" from ${place.file} safely, so nothing was changed. Remove it by hand from "${container}".`,
    );
  if (andContainer && Object.keys(others).length === 0) {
    const shorter = applyRemovals(after, format.remove(after, container));
    const { [container]: __, ...rest } = before;
    if (parsesTo(place, shorter, rest)) after = shorter;
  }
  return mark + after;
}

/** Without what was inserted: exactly the text of before. */
export const revertInsertions = (text: string, insertions: readonly Insertion[]): string => {
  let shift = 0;
  const removals = [...insertions]
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, text: added }) => {
      const start = offset + shift;
      shift += added.length;
      return [start, start + added.length] as const;
    });
  return applyRemovals(text, removals);
};

function parse(place: ConfigPlace, text: string): ConfigObject {
  return read(place, () => place.format.parse(splitMark(text).plain));
}

/** Says where a broken file is broken. */
function read<Value>({ file }: ConfigPlace, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError)
      throw new UserError(`${file} nests too deeply to be edited. Nothing was changed.`);
    if (!(error instanceof BrokenConfig)) throw error;
    throw new UserError(
      `${file} can't be read: line ${error.line}: ${error.message}. Nothing was changed. Fix the file and try again.`,
    );
  }
}

function entriesOf({ container }: ConfigPlace, root: ConfigObject): Record<string, unknown> {
  const entries = root[container];
  return typeof entries === "object" && entries !== null ? { ...entries } : {};
}

/** An empty object of entries, and none, are the same. */
function parsesTo(place: ConfigPlace, text: string, wanted: ConfigObject): boolean {
  const { container, format } = place;
  try {
    const { [container]: _, ...rest } = format.parse(text);
    const { [container]: __, ...wantedRest } = wanted;
    return (
      isDeepStrictEqual({ ...rest }, { ...wantedRest }) &&
      isDeepStrictEqual(toPlain(entriesOf(place, format.parse(text))), toPlain(entriesOf(place, wanted)))
    );
  } catch (error) {
    if (error instanceof BrokenConfig) return false;
    throw error;
  }
}

/** Without the prototypes that parsers give their objects. */
const toPlain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function splitMark(text: string): { mark: string; plain: string } {
  return text.startsWith(byteOrderMark)
    ? { mark: byteOrderMark, plain: text.slice(1) }
    : { mark: "", plain: text };
}

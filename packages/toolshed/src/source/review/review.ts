import type { Outline } from "./outline-tool.ts";

/** Whether changed tools may be used immediately, or wait for an admin where they could do harm. */
export type Trust = "ask" | "always";

export interface ToolSnapshot {
  readonly hash: string;
  /** Could do harm if it were not what it was: it destroys something, or acts with someone's credentials. */
  readonly sensitive: boolean;
  /** Digests of the phrases in it that address the model. Absent if there are none, or if it was stored before they were. */
  readonly flagged?: readonly string[] | undefined;
  /** Absent where what has changed is not told. */
  readonly outline?: Outline | undefined;
  /** Of its View, if that was read. */
  readonly view?: string;
  /** How many characters its View has. Absent if not known. */
  readonly viewSize?: number | undefined;
  /** What its View reaches and asks the browser for, such as "connects to https://api.example.com". Absent if not known. */
  readonly viewNeeds?: readonly string[];
}

/** The tools that an admin has seen, by name. */
export type ToolSnapshots = Readonly<Record<string, ToolSnapshot>>;

/** A tool, or the View of one, that is not what an admin has seen. */
export interface ToolChange {
  readonly name: string;
  /** Whether it is the tool's View. */
  readonly view?: true;
  readonly kind: "new" | "changed" | "gone";
  /** Whether it is held back until an admin has approved it. */
  readonly waiting: boolean;
  /** Whether an admin has rejected it: it is held back until it changes again. */
  readonly rejected?: true;
  /** What about it has changed, as far as that is known. */
  readonly details: readonly string[];
}

/** What an admin has rejected, by the names of tools: which version of each. */
export type RejectedTools = Readonly<Record<string, string>>;

/** Tells the versions of a tool and its View apart. */
export const versionOf = ({ hash, view = "" }: ToolSnapshot): string => `${hash}.${view}`;

/** Nobody reads the details of more, and a source that changes as a whole need not be told twice over. */
const maxDetailed = 300;

/** Compares the tools that a source lists with those that an admin has seen. */
export function review(
  listed: ToolSnapshots,
  seen: ToolSnapshots,
  trust: Trust,
  rejected: RejectedTools = {},
): ToolChange[] {
  const changes: ToolChange[] = [];
  let detailed = 0;
  for (const [name, snapshot] of Object.entries(listed)) {
    const { hash, view, viewNeeds } = snapshot;
    const before = Object.hasOwn(seen, name) ? seen[name] : undefined;
    const isRejected = Object.hasOwn(rejected, name) && rejected[name] === versionOf(snapshot);
    /** A decision has been made about a rejected one, so it waits for none. */
    const held = (waits: boolean) =>
      isRejected ? ({ waiting: false, rejected: true } as const) : { waiting: waits };
    if (before?.hash !== hash) {
      const isDetailed = before?.outline && ++detailed <= maxDetailed;
      const isFlagged = addressesModel(snapshot, before);
      // A tool that was sensitive doesn't become harmless by saying so. Agents read the texts of every tool.
      const mayHarm = snapshot.sensitive || before?.sensitive === true || isFlagged;
      const details = [
        ...(isFlagged ? ["new phrases that address the model"] : []),
        ...(isDetailed ? compareOutlines(before.outline, snapshot.outline) : []),
      ];
      changes.push({
        name,
        kind: before ? "changed" : "new",
        ...held(trust === "ask" && mayHarm),
        details,
      });
    }
    if (view !== undefined && before?.view !== view) {
      // A View is a program, which can call every tool of its server that the host lets it.
      const kind = before?.view === undefined ? "new" : "changed";
      const details = ++detailed <= maxDetailed ? compareNeeds(before?.viewNeeds, viewNeeds) : [];
      changes.push({ name, view: true, kind, ...held(trust === "ask"), details });
    }
  }
  for (const name of Object.keys(seen)) {
    if (!Object.hasOwn(listed, name)) changes.push({ name, kind: "gone", waiting: false, details: [] });
  }
  return changes;
}

/** Whether it has phrases for the model that the version before it did not have. */
const addressesModel = (now: ToolSnapshot, before: ToolSnapshot | undefined): boolean =>
  (now.flagged ?? []).some((phrase) => !before?.flagged?.includes(phrase));

/** Why a tool may not be used for now, by its name. */
export function quarantineBy(changes: readonly ToolChange[], sourceId: string) {
  const held = new Map(
    changes.flatMap((change) => (isHeldBack(change) && !change.view ? [[change.name, change]] : [])),
  );
  return (name: string, path: string): string | undefined => {
    const change = held.get(name);
    if (!change) return undefined;
    return change.rejected ? rejectionReason(path, sourceId) : quarantineReason(path, sourceId);
  };
}

/** Whether the tool, or its View, may not be used. */
export const isHeldBack = ({ waiting, rejected }: ToolChange): boolean => waiting || rejected === true;

const rejectionReason = (path: string, sourceId: string): string =>
  `An admin has rejected ${path} as it is now. It stays unavailable until it changes, or an admin accepts it: toolshed sources approve ${sourceId}.`;

export const viewQuarantineReason = (path: string, sourceId: string): string =>
  `The View of ${path} is not as an admin has seen it. It waits until one approves it: toolshed sources approve ${sourceId}.`;

export const quarantineReason = (path: string, sourceId: string): string =>
  `${path} has changed since an admin has seen it. It waits until one approves it: toolshed sources approve ${sourceId}.`;

const maxLines = 10;

/** What has changed about a tool, in a few lines for people. */
function compareOutlines(before: Outline, after: Outline | undefined): string[] {
  if (!after) return [];
  const lines = [
    ...told("request", before.request, after.request),
    ...told("credentials", before.credentials, after.credentials),
    ...(before.description === after.description ? [] : ["description changed"]),
    ...compareArguments(before.arguments, after.arguments),
    ...(before.result === after.result ? [] : ["result changed"]),
  ];
  return lines.length === 0 ? ["a detail deep inside its arguments changed"] : cutLines(lines);
}

/** What a View gained and lost, or all that it needs if that is not known of the one before. */
function compareNeeds(before: readonly string[] | undefined, after: readonly string[] = []): string[] {
  if (!before) return cutLines(after);
  return cutLines([
    ...after.filter((need) => !before.includes(need)).map((need) => `now ${need}`),
    ...before.filter((need) => !after.includes(need)).map((need) => `no longer ${need}`),
  ]);
}

const cutLines = (lines: readonly string[]): string[] =>
  lines.length <= maxLines
    ? [...lines]
    : [...lines.slice(0, maxLines - 1), `and ${lines.length - maxLines + 1} changes more`];

function compareArguments(before: Outline["arguments"], after: Outline["arguments"]): string[] {
  const lines: string[] = [];
  for (const [name, [type, required, text, rest]] of Object.entries(after)) {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    if (!known) {
      lines.push(`${required ? "new required argument" : "new argument"} ${name}`);
      continue;
    }
    const [knownType, wasRequired, knownText, knownRest] = known;
    if (required !== wasRequired) lines.push(`${name} is ${required ? "now" : "no longer"} required`);
    if (type !== knownType) lines.push(`${name}: ${knownType} → ${type}`);
    else if (rest !== knownRest) lines.push(`${name}: other values allowed`);
    if (text !== knownText) lines.push(`${name}: description changed`);
  }
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) lines.push(`${name} is gone`);
  }
  return lines;
}

const told = (what: string, before = "none", after = "none"): string[] =>
  before === after ? [] : [`${what}: ${before} → ${after}`];

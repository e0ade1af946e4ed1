import { UserError } from "../../user-error.ts";
import type { SourceRecord } from "../source-kind.ts";
import { type ToolSnapshots, versionOf } from "./review.ts";

/** A tool and the version of it that an admin has looked at. */
export interface ReviewedVersion {
  readonly name: string;
  readonly version: string;
}

type Decided = Pick<SourceRecord, "snapshots" | "rejected">;

/** Takes the tools as they are now: all, or those that were looked at. */
export function acceptTools(
  before: Decided,
  now: ToolSnapshots,
  chosen: readonly ReviewedVersion[] | undefined,
): Decided {
  if (!chosen) return { snapshots: now, rejected: {} };
  checkVersions(chosen, now);
  const names = new Set(chosen.map(({ name }) => name));
  const isOther = ([name]: [string, unknown]) => !names.has(name);
  const accepted = Object.entries(now).filter(([name]) => names.has(name));
  return {
    snapshots: Object.fromEntries([...Object.entries(before.snapshots).filter(isOther), ...accepted]),
    rejected: Object.fromEntries(Object.entries(before.rejected).filter(isOther)),
  };
}

/** Holds tools back, as they are now, until they change again. */
export function rejectTools(
  before: Decided,
  now: ToolSnapshots,
  chosen: readonly ReviewedVersion[],
): Pick<Decided, "rejected"> {
  checkVersions(chosen, now);
  const isThere = (name: string) => Object.hasOwn(now, name);
  const rejected = Object.entries(before.rejected).filter(([name]) => isThere(name));
  for (const { name, version } of chosen) if (isThere(name)) rejected.push([name, version]);
  return { rejected: Object.fromEntries(rejected) };
}

function checkVersions(chosen: readonly ReviewedVersion[], now: ToolSnapshots): void {
  const stale = chosen.find(({ name, version }) => {
    const known = Object.hasOwn(now, name) ? now[name] : undefined;
    return (known ? versionOf(known) : "") !== version;
  });
  if (stale)
    throw new UserError(
      `${stale.name} has changed again meanwhile. Look at it once more before you decide.`,
      { code: "changed" },
    );
}

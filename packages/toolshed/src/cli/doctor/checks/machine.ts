import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { sqliteFile } from "../../../store/examine-store.ts";
import { type Check, type Finding, ok, problem, skipped, warning } from "../check.ts";
import type { Facts } from "../facts.ts";
import { fetchPage } from "../fetch-page.ts";

const gigabyte = 1024 ** 3;
const minuteMs = 60_000;
/** By this much other servers usually let clocks differ. */
const maxSkewMs = 5 * minuteMs;
const noticedSkewMs = minuteMs / 2;

/** Versions before the oldest that we support end before any command runs. */
export const node: Check = {
  name: "Node",
  run() {
    const { node } = process.versions;
    const isMaintained = Number(node.split(".")[0]) % 2 === 0;
    return isMaintained
      ? ok(`Version ${node}.`)
      : warning(
          `Version ${node} doesn't get security updates for long.`,
          "Install Node 24 from https://nodejs.org",
        );
  },
};

export const disk: Check = {
  name: "Disk",
  run({ home }) {
    const { bavail, bsize } = statfsSync(existingFolder(home));
    return judgeSpace(bavail * bsize, home);
  },
};

export function judgeSpace(freeBytes: number, home: string): Finding {
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB free for ${home}.`;
  if (freeBytes >= gigabyte) return ok(free);
  const fix = `Free some space (du -sh ${home} shows what Toolshed uses), or set TOOLSHED_HOME to a folder on another disk`;
  return freeBytes < gigabyte / 10
    ? problem(`Only ${Math.floor(freeBytes / 1024 ** 2)} MB are free for ${home}.`, fix)
    : warning(free, fix);
}

function existingFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}

export const clock: Check = {
  name: "Clock",
  async run(facts) {
    const other = await otherClock(facts);
    if (other) return judgeSkew(Date.now() - other.clockMs, other.name);
    // Nothing else tells the time, but no file can be from the future.
    const file = sqliteFile(facts.home);
    const writtenAt = existsSync(file) ? statSync(file).mtimeMs : 0;
    return writtenAt - Date.now() > maxSkewMs
      ? judgeSkew(Date.now() - writtenAt, "the time of the last write to the database")
      : skipped("There is no other clock to compare this machine's with.");
  },
};

async function otherClock(facts: Facts): Promise<{ clockMs: number; name: string } | undefined> {
  const { clockMs } = Object(await facts.examineStore().catch(() => undefined));
  if (clockMs !== undefined) return { clockMs, name: "the database's" };
  const page = facts.publicUrl && (await fetchPage(`${facts.publicUrl}/health`));
  if (typeof page !== "object" || page.clockMs === undefined) return undefined;
  return { clockMs: page.clockMs, name: `that of ${facts.publicUrl}` };
}

function judgeSkew(skewMs: number, name: string): Finding {
  const away = Math.abs(skewMs);
  if (away < noticedSkewMs) return ok(`Agrees with ${name}.`);
  const amount =
    away < 2 * minuteMs ? `${Math.round(away / 1000)} seconds` : `${Math.round(away / minuteMs)} minutes`;
  const message = `This machine's clock is ${amount} ${skewMs > 0 ? "ahead of" : "behind"} ${name}.`;
  return away > maxSkewMs
    ? problem(`${message} Signing in and refreshing tokens can fail.`, setClock)
    : warning(message, setClock);
}

const setClock =
  process.platform === "linux"
    ? "sudo timedatectl set-ntp true"
    : process.platform === "darwin"
      ? "sudo sntp -sS time.apple.com"
      : "w32tm /resync";

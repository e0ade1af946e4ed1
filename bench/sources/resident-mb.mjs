import { execFileSync } from "node:child_process";

/** How much memory a program has, with all that it has started in its process group. */
export function residentMb(groupId) {
  const lines = execFileSync("ps", ["-eo", "pgid=,rss="], { encoding: "utf8" }).trim().split("\n");
  const kilobytes = lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([group]) => group === groupId)
    .reduce((sum, [, rss]) => sum + rss, 0);
  return kilobytes / 1024;
}

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** How many seconds each test file took, by its path in the project. */
export type Durations = Readonly<Record<string, number>>;

const root = fileURLToPath(new URL("../..", import.meta.url));

export const nameOf = (file: string): string => relative(root, file).replaceAll("\\", "/");

/** The durations of the last full run on this machine, or those committed with the project. */
export const readDurations = (): Durations => ({
  ...read("test/setup/durations.json"),
  ...read(".cache/test-durations.json"),
});

function read(file: string): Durations {
  try {
    return JSON.parse(readFileSync(`${root}${file}`, "utf8")) as Durations;
  } catch {
    return {};
  }
}

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with one frame, a line each: by all its rules, or by those named. */
export async function findAxeViolations(frame: Frame, rules?: string[]): Promise<string[]> {
  await frame.evaluate(source);
  return frame.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, {
      iframes: false,
      resultTypes: ["violations"],
      ...(rules && { runOnly: rules }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}

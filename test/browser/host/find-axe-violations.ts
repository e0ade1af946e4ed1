import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rule that takes axe most of its time. */
const contrast = "color-contrast";

/** Returns a line for each violation that axe finds in one frame, by all its rules, only by contrast or without it. */
export async function findAxeViolations(
  frame: Frame,
  rules?: "contrast" | "all but contrast",
): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(source);
  return frame.evaluate(
    async ({ rules, contrast }) => {
      // Transitions start with the next animation frame. An iframe out of sight gets none.
      if (window === top)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Colors in the middle of a transition contrast less.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      }
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document, {
        iframes: false,
        resultTypes: ["violations"],
        ...(rules === "contrast" && { runOnly: [contrast] }),
        ...(rules === "all but contrast" && { rules: { [contrast]: { enabled: false } } }),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    { rules, contrast },
  );
}

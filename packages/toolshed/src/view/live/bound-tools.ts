import { cleanText } from "../../source/clean-text.ts";

const maxTools = 50;
/** Of all tools of a View together, as JSON. */
const maxListLength = 256 * 1024;
const maxTitleLength = 100;

/** As many of the tools as a View may have, and what its page should know about the others. */
export function boundTools(listed: readonly unknown[]): { tools: unknown[]; warnings: string[] } {
  const tools: unknown[] = [];
  let length = 0;
  for (const tool of listed.slice(0, maxTools)) {
    const own = JSON.stringify(tool)?.length ?? 0;
    if (length + own > maxListLength) continue;
    length += own;
    tools.push(tool);
  }
  const left = listed.length - tools.length;
  if (left === 0) return { tools, warnings: [] };
  const count = left === 1 ? "1 tool is" : `${left.toLocaleString("en")} tools are`;
  const bounds = `${maxTools} tools and ${maxListLength / 1024} KB of them`;
  return { tools, warnings: [`${count} left out: a View may have at most ${bounds}.`] };
}

/** A title that cannot pass for anything else in a sentence. */
export const cleanTitle = (title: string): string =>
  cleanText(title.slice(0, 2 * maxTitleLength))
    .replace(/["\s]+/g, " ")
    .trim()
    .slice(0, maxTitleLength);

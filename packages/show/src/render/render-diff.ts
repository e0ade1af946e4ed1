import { inSlices, make } from "../dom.ts";
import type { DiffLine } from "../results/find-diff.ts";
import { texts } from "../texts.ts";

const hunkStart = /^@@ -(\d+)(?:,\d+)? \+(\d+)/;
const signs = { same: " ", added: "+", removed: "-", note: "" };
const slices = { first: 500, later: 2_000 };

/** The lines of a change. Each keeps its sign, so colour is not all that tells them apart. */
export function renderDiff(lines: readonly DiffLine[]): HTMLElement {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const list = make("div", { className: "show-scroll show-diff", tabIndex: 0, role: "group" });
  list.setAttribute("aria-label", texts.diff);
  const numbers = numberLines(lines);
  const footer = inSlices(lines, slices, ({ kind, text }, place) => {
    const className = `show-${kind}`;
    list.append(make("div", { className, "data-line": numbers[place] }, `${signs[kind]}${text}`));
  });
  const summary = `${texts.added(count("added"))}, ${texts.removed(count("removed"))}`;
  return make("div", {}, make("p", { className: "show-quiet" }, summary), list, footer);
}

/** The places of each line in the old and the new text, padded to one width. Notes have none. */
function numberLines(lines: readonly DiffLine[]): (string | undefined)[] {
  let [before, after] = [1, 1];
  const places = lines.map(({ kind, text }): [string, string] | undefined => {
    if (kind === "note") {
      const start = hunkStart.exec(text);
      if (start) [before, after] = [Number(start[1]), Number(start[2])];
      return undefined;
    }
    return [kind === "added" ? "" : String(before++), kind === "removed" ? "" : String(after++)];
  });
  const width = String(Math.max(before, after)).length;
  return places.map((place) => place?.map((number) => number.padStart(width)).join(" "));
}

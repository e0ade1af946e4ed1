import { inSlices, make } from "../dom.ts";
import type { DiffLine } from "../results/find-diff.ts";
import { texts } from "../texts.ts";

const signs = { same: " ", added: "+", removed: "-", note: "" };
const slices = { first: 500, later: 2_000 };

/** The lines of a change. Each keeps its sign, so colour is not all that tells them apart. */
export function renderDiff(lines: readonly DiffLine[]): HTMLElement {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const list = make("div", { className: "show-scroll show-diff", tabIndex: 0, role: "group" });
  list.setAttribute("aria-label", texts.diff);
  const footer = inSlices(lines, slices, ({ kind, text }) => {
    list.append(make("div", { className: `show-${kind}` }, `${signs[kind]}${text}`));
  });
  const summary = `${texts.added(count("added"))}, ${texts.removed(count("removed"))}`;
  return make("div", {}, make("p", { className: "show-quiet" }, summary), list, footer);
}

import { inSlices, isObject, make } from "../dom.ts";
import { findTable } from "../results/find-table.ts";
import { texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderCell } from "./render-cell.ts";
import { renderTable } from "./render-table.ts";

const deepest = 3;
const slices = { first: 100, later: 400 };

/** A record as names and values. Records and lists within it are cards and tables of their own. */
export function renderCard(
  record: Readonly<Record<string, unknown>>,
  options: ShowOptions = {},
  depth = 0,
): HTMLElement {
  const list = make("dl", { className: "show-card" });
  const footer = inSlices(Object.entries(record), slices, ([name, value]) => {
    const isWide = depth < deepest && (isTable(value) || (isObject(value) && Object.keys(value).length > 0));
    const shown = isWide ? renderWide(value, options, depth) : renderCell(value, options);
    list.append(
      make(
        "div",
        { className: isWide ? "show-wide" : "" },
        make("dt", {}, name || `(${texts.empty})`),
        make("dd", {}, shown),
      ),
    );
  });
  return make("div", {}, list, footer);
}

const isTable = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isObject) && findTable(value) !== undefined;

function renderWide(value: unknown, options: ShowOptions, depth: number): HTMLElement {
  const table = Array.isArray(value) ? findTable(value) : undefined;
  return table
    ? renderTable(table, options)
    : renderCard(value as Record<string, unknown>, options, depth + 1);
}

import { inSlices, isObject, make } from "../dom.ts";
import { isCard } from "../results/choose-form.ts";
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
    const isWide = depth < deepest && (isTable(value) || isCard(value));
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

/** Lists of records, and records by name. */
const isTable = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const items = Object.values(value);
  const isRecords = items.length > (Array.isArray(value) ? 0 : 2) && items.every(isObject);
  return isRecords && findTable(value) !== undefined;
};

function renderWide(value: unknown, options: ShowOptions, depth: number): HTMLElement {
  const table = isTable(value) ? findTable(value) : undefined;
  return table
    ? renderTable(table, options)
    : renderCard(value as Record<string, unknown>, options, depth + 1);
}

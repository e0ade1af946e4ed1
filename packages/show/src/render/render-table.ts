import { button, copyButton, inSlices, make } from "../dom.ts";
import type { TableData } from "../results/find-table.ts";
import { texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderCell } from "./render-cell.ts";
import { toCsv, toTsv } from "./to-csv.ts";

const firstRows = 100;
const moreRows = 400;
const filteredFrom = 6;
const fewColumns = 7;
/** A cell that is not longer stays on one line. */
const shortCell = 30;
const minor = /(_url|Url|_id|Id|_count)$|^(url|node_id|gravatar_id|etag|self|_links|_meta)$/;

type Row = readonly unknown[];
interface Sorting {
  column: number;
  direction: 1 | -1;
}

/** A table that sorts, filters and copies. */
export function renderTable({ columns, rows }: TableData, options: ShowOptions = {}): HTMLElement {
  const body = make("tbody");
  const status = make("span", { role: "status", className: "show-quiet" });
  const footer = make("div");
  const head = make("tr");
  const table = make("table", {}, make("thead", {}, head), body);
  let shownColumns = mainColumns(columns, rows);
  let sorting: Sorting | undefined;
  let filter = "";
  let found: readonly Row[] = rows;

  function update(): void {
    found = sort(filterRows(rows, filter), sorting);
    body.replaceChildren();
    footer.replaceChildren(
      inSlices(found, { first: firstRows, later: moreRows }, (row) => body.append(renderRow(row))),
    );
    if (found.length === 0) body.append(emptyRow(shownColumns.length));
    status.textContent = texts.rowsOf(found.length, rows.length);
  }

  function renderRow(row: Row): HTMLElement {
    return make(
      "tr",
      {},
      ...shownColumns.map((at) => {
        const cell = renderCell(row[at], options);
        const width = (cell.textContent ?? "").length > shortCell ? "show-long-cell" : "show-short-cell";
        return make("td", { className: typeof row[at] === "number" ? `show-number ${width}` : width }, cell);
      }),
    );
  }

  function renderHead(): void {
    head.replaceChildren(
      ...shownColumns.map((at) => {
        const isSorted = sorting?.column === at;
        const arrow = isSorted ? (sorting?.direction === 1 ? "↑" : "↓") : "⇅";
        const state = isSorted ? (sorting?.direction === 1 ? "ascending" : "descending") : "none";
        const name = (columns[at] ?? "").trim() || (columns.length === 1 || at > 0 ? texts.value : texts.key);
        const sorter = make("button", { type: "button", onclick: () => sortBy(at) }, name);
        if (rows.length > 1)
          sorter.append(make("span", { "aria-hidden": "true", className: "show-arrow" }, arrow));
        const isNumeric = rows.slice(0, 20).some((row) => typeof row[at] === "number");
        const className = isNumeric ? "show-number" : "";
        return make("th", { scope: "col", "aria-sort": state, className }, sorter);
      }),
    );
  }

  function sortBy(column: number): void {
    if (sorting?.column !== column) sorting = { column, direction: 1 };
    else sorting = sorting.direction === 1 ? { column, direction: -1 } : undefined;
    renderHead();
    (head.children[shownColumns.indexOf(column)]?.firstElementChild as HTMLElement | null)?.focus();
    update();
  }

  const bar = make("div", { className: "show-bar" });
  if (rows.length >= filteredFrom) {
    const input = make("input", { type: "search", placeholder: texts.filter, "aria-label": texts.filter });
    input.addEventListener("input", () => {
      filter = input.value;
      update();
    });
    bar.append(input);
  }
  // They wrap together.
  const actions = make("div", { className: "show-bar show-actions" });
  bar.append(status, actions);
  if (shownColumns.length < columns.length) {
    const few = shownColumns;
    const toggle = button(texts.allColumns(columns.length), () => {
      shownColumns = shownColumns === few ? columns.map((_, at) => at) : few;
      toggle.textContent = shownColumns === few ? texts.allColumns(columns.length) : texts.fewerColumns;
      renderHead();
      update();
    });
    actions.append(toggle);
  }
  actions.append(copyButton(texts.copyTable, () => toTsv(columns, found)));
  const { download, name } = options;
  actions.append(
    download
      ? button(texts.downloadCsv, () => download(fileName(name), "text/csv", toCsv(columns, found)))
      : copyButton(texts.csv, () => toCsv(columns, found)),
  );
  renderHead();
  update();
  const scroller = make("div", { className: "show-scroll", tabIndex: 0, role: "group" }, table);
  scroller.setAttribute("aria-label", texts.rows);
  return make("div", { className: "show-table" }, bar, scroller, footer);
}

const fileName = (name: string | undefined) =>
  `${name?.replace(/[^\w.-]+/g, "_").slice(0, 100) || "result"}.csv`;

/** Where there are many columns: those that say most, in their own order. */
function mainColumns(columns: readonly string[], rows: readonly Row[]): number[] {
  const all = columns.map((_, at) => at);
  if (columns.length <= fewColumns) return all;
  const sample = rows.slice(0, 20);
  const weight = (at: number) => {
    const isNested = sample.some((row) => typeof row[at] === "object" && row[at] !== null);
    const isBare = sample.every((row) => row[at] === null || row[at] === undefined || row[at] === "");
    return (
      (minor.test(columns[at] ?? "") ? 4 : 0) + (isBare ? 3 : 0) + (isNested ? 2 : 0) + at / columns.length
    );
  };
  const main = [...all].sort((a, b) => weight(a) - weight(b)).slice(0, fewColumns);
  return main.sort((a, b) => a - b);
}

const emptyRow = (width: number) =>
  make("tr", {}, make("td", { colSpan: width, className: "show-quiet" }, texts.noMatch));

function filterRows(rows: readonly Row[], filter: string): readonly Row[] {
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return rows;
  return rows.filter((row) => row.some((cell) => plainText(cell).toLowerCase().includes(wanted)));
}

const plainText = (cell: unknown): string =>
  typeof cell === "string" ? cell : cell === undefined ? "" : JSON.stringify(cell);

function sort(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const { column, direction } = sorting;
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  return [...rows].sort((a, b) => {
    const [x, y] = [a[column], b[column]];
    const [isXBlank, isYBlank] = [x, y].map((it) => it === undefined || it === null || it === "");
    // Blank cells stay at the end, whichever way the others are sorted.
    if (isXBlank || isYBlank) return Number(isXBlank) - Number(isYBlank);
    if (typeof x === "number" && typeof y === "number") return (x - y) * direction;
    return collator.compare(plainText(x), plainText(y)) * direction;
  });
}

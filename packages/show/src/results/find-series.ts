import type { TableData } from "./find-table.ts";

export interface Series {
  readonly name: string;
  /** By the order of the labels. */
  readonly values: readonly (number | undefined)[];
}

export interface ChartData {
  /** What is on the horizontal axis. */
  readonly label: string;
  readonly labels: readonly string[];
  /** Times and numbers are drawn as lines, categories as bars. */
  readonly isOrdered: boolean;
  readonly series: readonly Series[];
  /** Whether the table is nothing but labels and numbers. */
  readonly isPure: boolean;
}

const mostSeries = 6;
const fewestRows = 3;
const mostRows = 20_000;
const timeName =
  /^(date|day|time|timestamp|month|year|week|hour|period|at|.*(_at|_time|_date|At|Time|Date))$/;
const isoTime = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}.*)?)?$/;
const idName = /(^|_)id$|Id$|^(number|port|pid|year|zip|code|lat|lon|latitude|longitude)$/;

/** Reads a table as numbers over categories or time. */
export function findSeries({ columns, rows }: TableData): ChartData | undefined {
  if (rows.length < fewestRows || rows.length > mostRows) return undefined;
  const cells = columns.map((_, at) => rows.map((row) => row[at]));
  const isNumeric = cells.map(
    (column) =>
      column.some((cell) => typeof cell === "number") &&
      column.every((cell) => cell === undefined || cell === null || Number.isFinite(cell)),
  );
  const numbers = columns.flatMap((name, at) => (isNumeric[at] && !idName.test(name) ? [at] : []));
  const label = labelColumn(columns, cells, numbers);
  const isAllNumbers = numbers.length === columns.length && columns.every((name) => !/^\d*$/.test(name));
  if (label === undefined && !isAllNumbers) return undefined;
  const drawn = numbers.filter((at) => at !== label?.at);
  if (drawn.length === 0) return undefined;
  return {
    label: (label && columns[label.at]) ?? "",
    // Without a label, the place in the list counts.
    labels: label ? (cells[label.at] ?? []).map(String) : rows.map((_, at) => String(at + 1)),
    isOrdered: label?.isOrdered ?? true,
    series: drawn.slice(0, mostSeries).map((at) => ({
      name: columns[at] ?? "",
      values: (cells[at] ?? []).map((cell) => (typeof cell === "number" ? cell : undefined)),
    })),
    isPure: drawn.length + (label ? 1 : 0) === columns.length && drawn.length <= mostSeries,
  };
}

function labelColumn(
  columns: readonly string[],
  cells: readonly (readonly unknown[])[],
  numbers: readonly number[],
): { at: number; isOrdered: boolean } | undefined {
  const isTime = (at: number) =>
    (cells[at] ?? []).every((cell) => typeof cell === "string" && isoTime.test(cell)) ||
    (timeName.test(columns[at] ?? "") && (cells[at] ?? []).every((cell) => typeof cell === "number"));
  const time = columns.findIndex((_, at) => isTime(at));
  if (time !== -1) return { at: time, isOrdered: true };
  const name = columns.findIndex((_, at) => {
    const column = cells[at] ?? [];
    return (
      !numbers.includes(at) &&
      column.every((cell) => typeof cell === "string" && cell !== "" && cell.length <= 60) &&
      new Set(column).size === column.length
    );
  });
  return name === -1 ? undefined : { at: name, isOrdered: false };
}

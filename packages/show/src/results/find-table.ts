import { isObject } from "../dom.ts";

export interface TableData {
  readonly columns: readonly string[];
  /** Cells by the order of the columns. An absent cell is undefined. */
  readonly rows: readonly (readonly unknown[])[];
  /** What stood beside the list in its envelope. */
  readonly rest: Readonly<Record<string, unknown>> | undefined;
}

const mostColumns = 200;
const deepest = 4;
/** From here on, names and values are a table. */
const longMap = 40;
const columnNames = ["columns", "headers", "fields"];

/** Reads data as a table, if it is a list or has one. */
export function findTable(value: unknown): TableData | undefined {
  return find(value, {}, 0);
}

function find(value: unknown, outer: Record<string, unknown>, depth: number): TableData | undefined {
  if (Array.isArray(value)) return fromList(value, outer);
  if (!isObject(value) || depth > deepest) return undefined;
  const byColumns = fromColumns(value, outer);
  if (byColumns) return byColumns;
  const entries = Object.entries(value);
  const lists = entries.filter(([, item]) => Array.isArray(item) && item.length > 0 && item.every(isObject));
  if (lists.length === 1) {
    const [[name, list]] = lists as [[string, unknown[]]];
    const rest = Object.fromEntries(entries.filter(([key]) => key !== name));
    // A record that has a list among much else is a record.
    if (entries.length <= 8 || list.length >= 10) return fromList(list, { ...outer, ...rest });
    return undefined;
  }
  if (lists.length > 1) return undefined;
  const map = fromMap(entries, outer) ?? fromLists(entries, outer);
  if (map) return map;
  const inner = entries.filter(([, item]) => typeof item === "object" && item !== null);
  if (inner.length !== 1) return undefined;
  const [[name, item]] = inner as [[string, unknown]];
  if (Array.isArray(item) && depth === 0 && entries.length > 8) return undefined;
  return find(item, { ...outer, ...Object.fromEntries(entries.filter(([key]) => key !== name)) }, depth + 1);
}

const restOf = (rest: Record<string, unknown>) => (Object.keys(rest).length > 0 ? rest : undefined);
const isScalar = (value: unknown) => typeof value !== "object" || value === null;

function fromList(list: readonly unknown[], outer: Record<string, unknown>): TableData | undefined {
  if (list.length === 0) return undefined;
  const rest = restOf(outer);
  if (list.every(isObject)) {
    const columns = new Set<string>();
    for (const item of list) {
      for (const key of Object.keys(item)) if (columns.size < mostColumns) columns.add(key);
    }
    const names = [...columns];
    // Records with nothing in common, or more keys than a table takes, are not a table.
    if (names.length === 0 || list.some((item) => Object.keys(item).some((key) => !columns.has(key))))
      return undefined;
    const filled = list.reduce<number>((sum, item) => sum + Object.keys(item as object).length, 0);
    if (list.length > 1 && filled / (names.length * list.length) < 0.2) return undefined;
    const rows = list.map((item) =>
      names.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)),
    );
    return { columns: names, rows, rest };
  }
  if (list.every((item) => Array.isArray(item) && item.every(isScalar))) {
    return fromRows(list as unknown[][], rest);
  }
  if (list.length > 1 && list.every(isScalar)) {
    return { columns: [""], rows: list.map((item) => [item]), rest };
  }
  return undefined;
}

function fromRows(rows: readonly unknown[][], rest: TableData["rest"]): TableData | undefined {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (width === 0 || width > mostColumns || rows.length < 2) return undefined;
  const [head = [], ...body] = rows;
  const isHead =
    head.length === width &&
    head.every((cell) => typeof cell === "string" && cell !== "") &&
    new Set(head).size === width &&
    body.some((row) => row.some((cell) => typeof cell !== "string"));
  const columns = isHead ? head.map(String) : Array.from({ length: width }, (_, at) => String(at + 1));
  const cells = (isHead ? body : rows).map((row) => columns.map((_, at) => row[at]));
  return { columns, rows: cells, rest };
}

/** `{ columns: ["a", "b"], rows: [[1, 2]] }`, as databases answer. */
function fromColumns(value: Record<string, unknown>, outer: Record<string, unknown>): TableData | undefined {
  const name = columnNames.find((key) => Array.isArray(value[key]));
  const { rows } = value;
  if (name === undefined || !Array.isArray(rows) || rows.length === 0 || !rows.every(Array.isArray))
    return undefined;
  const columns = (value[name] as unknown[]).map((column) =>
    isObject(column) ? String(column.name ?? column.title ?? "") : String(column),
  );
  if (
    columns.length === 0 ||
    columns.length > mostColumns ||
    rows.some(({ length }) => length > columns.length)
  )
    return undefined;
  const { [name]: _, rows: __, ...rest } = value;
  return {
    columns,
    rows: rows.map((row) => columns.map((_, at) => row[at])),
    rest: restOf({ ...outer, ...rest }),
  };
}

/** An object of lists of one length: each is a column. */
function fromLists(entries: [string, unknown][], outer: Record<string, unknown>): TableData | undefined {
  const [[, first] = []] = entries;
  const length = Array.isArray(first) ? first.length : 0;
  const isColumn = (item: unknown) => Array.isArray(item) && item.length === length && item.every(isScalar);
  if (entries.length < 2 || length < 3 || !entries.every(([, item]) => isColumn(item))) return undefined;
  const columns = entries.map(([name]) => name);
  const rows = (first as unknown[]).map((_, at) => entries.map(([, item]) => (item as unknown[])[at]));
  return { columns, rows, rest: restOf(outer) };
}

/** An object of records of one shape: each is a row, and its key the first cell. */
function fromMap(entries: [string, unknown][], outer: Record<string, unknown>): TableData | undefined {
  if (entries.length >= longMap && entries.every(([, item]) => isScalar(item)))
    return { columns: ["", " "], rows: entries, rest: restOf(outer) };
  if (entries.length < 3 || !entries.every(([, item]) => isObject(item))) return undefined;
  const columns = new Set<string>();
  for (const [, item] of entries) for (const key of Object.keys(item as object)) columns.add(key);
  const filled = entries.reduce((sum, [, item]) => sum + Object.keys(item as object).length, 0);
  if (columns.size === 0 || columns.size > 30 || filled / (columns.size * entries.length) < 0.6)
    return undefined;
  const names = [...columns];
  const rows = entries.map(([key, item]) => {
    const record = item as Record<string, unknown>;
    return [key, ...names.map((name) => (Object.hasOwn(record, name) ? record[name] : undefined))];
  });
  return { columns: ["", ...names], rows, rest: restOf(outer) };
}

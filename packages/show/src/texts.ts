import type { Form } from "./results/forms.ts";

/** Every text of the package, in English. */

const number = (count: number): string => count.toLocaleString("en");

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export const formLabels: Record<Form, string> = {
  table: "Table",
  card: "Details",
  chart: "Chart",
  markdown: "Markdown",
  diff: "Diff",
  media: "Media",
  tree: "Tree",
  text: "Text",
};

export const texts = {
  showAs: "Show as",
  rows: "Rows",
  nothing: "The tool returned nothing.",
  emptyText: "The tool returned an empty text.",
  emptyObject: "An empty object.",
  noRows: "No rows.",
  failed: "The call failed.",
  copyTable: "Copy table",
  copied: "Copied",
  copyFailed: "Couldn't copy. Select the text and copy it.",
  csv: "CSV",
  downloadCsv: "Download CSV",
  filter: "Filter rows",
  rowsOf: (shown: number, all: number) =>
    shown === all ? plural(all, "row") : `${number(shown)} of ${plural(all, "row")}`,
  showAll: (count: number) => `Show all ${number(count)} characters`,
  showMore: (count: number) => `Show ${number(count)} more`,
  allColumns: (count: number) => `Show all ${number(count)} columns`,
  fewerColumns: "Show fewer columns",
  noMatch: "No rows match the filter.",
  empty: "empty",
  emptyList: "empty list",
  emptyRecord: "empty object",
  rest: "Beside the table",
  value: "Value",
  key: "Key",
  items: (count: number) => plural(count, "item"),
  fields: (count: number) => plural(count, "field"),
  copyPath: "Copy path",
  copyValue: "Copy value",
  tree: "JSON tree",
  image: (type: string) => `Image (${type})`,
  audio: (type: string) => `Audio (${type})`,
  unshowable: (type: string, bytes: number) => `${type}, ${size(bytes)}. It can't be shown here.`,
  open: "Open",
  close: "Close",
  opening: "Opening…",
  openFailed: (reason: string) => `Couldn't open it: ${reason}`,
  download: "Download",
  resource: "Resource",
  truncated: "The rest is cut off.",
  added: (count: number) => plural(count, "line added", "lines added"),
  removed: (count: number) => plural(count, "line removed", "lines removed"),
  diff: "Changes",
  lines: (count: number) => plural(count, "line"),
  chart: "Chart",
  chartData: "Chart data",
  chartOf: (series: string, label: string, count: number) =>
    `${series} by ${label}, ${plural(count, "data point")}. The table below has all values.`,
  chartFirst: (shown: number, all: number) => `The chart shows the first ${number(shown)} of ${number(all)}.`,
  previous: "Previous",
  next: "Next",
  page: (page: number) => `Page ${number(page)}`,
  paging: "Pages of the result",
  edit: "Edit arguments",
  run: "Run",
  rerun: "Run again",
  running: "Running…",
  cancel: "Cancel",
  loadFailed: "This part couldn't be loaded. Try again.",
  callFailed: (reason: string) => `Couldn't run the tool: ${reason}`,
  showFailed: "The tool ran, but its result couldn't be shown.",
  formFailed: "Couldn't make a form for the arguments of this tool.",
  destructive: "This tool can change or delete data.",

  required: "Required.",
  requiredMark: "required",
  notSet: "Not set",
  defaultIs: (value: string) => `Default: ${value}`,
  optional: "optional",
  add: (label: string) => `Add ${label}`,
  addItem: "Add item",
  addProperty: "Add property",
  remove: "Remove",
  removeOf: (label: string) => `Remove ${label}`,
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
  item: (place: number) => `Item ${place}`,
  name: "Name",
  asJson: "JSON",
  asForm: "Form",
  editAsJson: (label: string) => `Edit ${label} as JSON`,
  editAsForm: (label: string) => `Edit ${label} as a form`,
  kind: "Kind",
  kindOf: (label: string) => `Kind of ${label}`,
  file: (label: string) => `File for ${label}`,
  pickedFile: "File",
  largestFile: (most: string) => `Choose a file of at most ${most}.`,
  noFields: "No arguments.",
  notJson: (reason: string) => `This is not JSON yet: ${reason}`,
  duplicate: "This name is taken.",
  arguments: "Arguments",
  option: (place: number) => `Option ${place}`,
  expected: (type: string) => `Expected ${type}.`,
  oneOf: (values: string) => `Expected one of ${values}.`,
  exactly: (value: string) => `Expected ${value}.`,
  noOption: "Matches none of the options.",
  unknown: "This field is not allowed.",
  atLeast: (limit: number) => `Must be at least ${number(limit)}.`,
  atMost: (limit: number) => `Must be at most ${number(limit)}.`,
  moreThan: (limit: number) => `Must be more than ${number(limit)}.`,
  lessThan: (limit: number) => `Must be less than ${number(limit)}.`,
  multipleOf: (step: number) => `Must be a multiple of ${step}.`,
  shortest: (limit: number) => `Must have at least ${plural(limit, "character")}.`,
  longest: (limit: number) => `Must have at most ${plural(limit, "character")}.`,
  pattern: (pattern: string) => `Must match ${pattern}.`,
  format: (wanted: string) => `Must be ${wanted}.`,
  fewest: (limit: number) => `Must have at least ${plural(limit, "item")}.`,
  most: (limit: number) => `Must have at most ${plural(limit, "item")}.`,
  unique: "Items must differ.",
  notNumber: "Not a number.",
  tooExact: "Too many digits: the number would change.",
};

export function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  const units = ["KB", "MB", "GB"];
  let unit = -1;
  let rest = bytes;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${rest < 10 ? rest.toFixed(1) : Math.round(rest)} ${units[unit]}`;
}

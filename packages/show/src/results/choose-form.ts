import { isObject } from "../dom.ts";
import { findDiff } from "./find-diff.ts";
import { findSeries } from "./find-series.ts";
import { findTable } from "./find-table.ts";
import type { Form, ToolResultLike } from "./forms.ts";
import { looksLikeMarkdown } from "./looks-like-markdown.ts";
import { type Reading, readResult } from "./read-result.ts";

/** What is known about a result beside itself. */
export interface FormHints {
  readonly outputSchema?: unknown;
}

const mostCardFields = 80;
const deepestCard = 4;
const mostInnerFields = 12;
const longestChart = 400;

/** The form that fits a result best. */
export function chooseForm(result: ToolResultLike, hints: FormHints = {}): Form {
  return formsOf(result, hints)[0] ?? "text";
}

/** The forms that a result can be shown in: the one that fits best comes first. */
export function formsOf(result: ToolResultLike, hints: FormHints = {}): Form[] {
  const reading = readResult(result);
  const best = bestForm(reading, result.isError === true, hints);
  return [...new Set([best, ...possibleForms(reading)])];
}

function possibleForms(reading: Reading): Form[] {
  const { value, texts, media, allTexts } = reading;
  const table = findTable(value);
  const forms: Form[] = [];
  if (table) forms.push("table");
  if (isObject(value)) forms.push("card");
  if (table && findSeries(table)) forms.push("chart");
  if (findDiff(value, texts)) forms.push("diff");
  if (media.length > 0) forms.push("media");
  if (texts.some((text) => text.trim().includes("\n") || looksLikeMarkdown(text))) forms.push("markdown");
  if (value !== undefined || allTexts.length === 0) forms.push("tree");
  return [...forms, "text"];
}

function bestForm(reading: Reading, isError: boolean, { outputSchema }: FormHints): Form {
  const { value, texts, media } = reading;
  if (isError && value === undefined) return "text";
  if (findDiff(value, texts)) return "diff";
  const text = texts.join("\n");
  if (value === undefined || isTextOf(value, texts)) {
    if (media.length > 0 && text.length < 500) return "media";
    if (text.trim() === "") return "text";
    return looksLikeMarkdown(text) ? "markdown" : "text";
  }
  const table = findTable(value);
  if (table && !isRecord(outputSchema)) {
    const chart = findSeries(table);
    const isSmall = table.rows.length <= longestChart;
    return chart?.isPure && isSmall && table.columns.length <= 5 ? "chart" : "table";
  }
  if (isObject(value) && countFields(value, 0) <= mostCardFields) return "card";
  return "tree";
}

/** Whether the data is nothing but an envelope around the text. */
const isTextOf = (value: unknown, texts: readonly string[]): boolean =>
  isObject(value) && Object.keys(value).length === 1 && Object.values(value)[0] === texts[0];

/** An output schema with many fields of its own describes a record, even if one of them is a list. */
function isRecord(schema: unknown): boolean {
  const { properties } = Object(schema);
  if (!isObject(properties)) return false;
  const kinds = Object.values(properties).map((property) => Object(property).type);
  const lists = kinds.filter((kind) => kind === "array").length;
  return lists !== 1 && kinds.filter((kind) => kind === "object").length + lists > 1;
}

/** Whether a record within a card is a card of its own. A larger one opens. */
export function isCard(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const { length } = Object.keys(value);
  return length > 0 && length <= mostInnerFields;
}

/** How many values a card would show. Too deep counts as too many. */
function countFields(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 1;
  if (depth >= deepestCard) return mostCardFields + 1;
  // A list of records is one table in the card.
  if (Array.isArray(value) && findTable(value)) return 3;
  if (depth > 0 && isObject(value) && !isCard(value)) return 1;
  let count = 0;
  for (const item of Object.values(value)) {
    count += countFields(item, depth + 1);
    if (count > mostCardFields) break;
  }
  return count;
}

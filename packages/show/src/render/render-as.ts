import { isObject, make } from "../dom.ts";
import { findDiff } from "../results/find-diff.ts";
import { findSeries } from "../results/find-series.ts";
import { findTable } from "../results/find-table.ts";
import type { Form, ToolResultLike } from "../results/forms.ts";
import { looksLikeMarkdown } from "../results/looks-like-markdown.ts";
import { parseData, type Reading, readResult } from "../results/read-result.ts";
import { texts as words } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderCard } from "./render-card.ts";
import { renderDiff } from "./render-diff.ts";
import { renderChartOf, renderMarkdownText } from "./render-later.ts";
import { renderMedia } from "./render-media.ts";
import { renderEmbedded, renderLink } from "./render-resource.ts";
import { renderTable } from "./render-table.ts";
import { renderText } from "./render-text.ts";
import { renderTree } from "./render-tree.ts";

const mostShown = 50;

/** A result in one of the forms of `formsOf`. What the form doesn't show of it stands beside. */
export function renderAs(form: Form, result: ToolResultLike, options: ShowOptions = {}): HTMLElement {
  const reading = readResult(result);
  const root = make("div", { className: `show show-as-${form}` });
  if (form === "text") root.append(...renderWhole(reading, result, options));
  else {
    const main = renderMain(form, reading, result, options);
    const isText = form === "markdown" || form === "diff";
    if (!isText) root.append(...reading.texts.filter(isFilled).map((text) => renderProse(text, options)));
    root.append(...main);
    if (form !== "media") root.append(...reading.media.slice(0, mostShown).map((it) => renderMedia(it)));
    root.append(...renderResources(reading, options));
  }
  if (root.childElementCount === 0)
    root.append(quiet(reading.allTexts.length > 0 ? words.emptyText : words.nothing));
  return root;
}

const quiet = (text: string) => make("p", { className: "show-quiet" }, text);
const isFilled = (text: string) => text.trim() !== "";

/** Says that there is nothing in the data. */
function renderEmpty(value: unknown): Node | undefined {
  if (Array.isArray(value)) return value.length === 0 ? quiet(words.noRows) : undefined;
  return isObject(value) && Object.keys(value).length === 0 ? quiet(words.emptyObject) : undefined;
}

function renderMain(form: Form, reading: Reading, result: ToolResultLike, options: ShowOptions): Node[] {
  const { value, texts, media } = reading;
  const empty = form === "card" || form === "tree" ? renderEmpty(value) : undefined;
  if (empty) return [empty];
  const table = findTable(value);
  switch (form) {
    case "table":
      return table ? [renderTable(table, options), ...renderRest(table.rest, options)] : [];
    case "chart": {
      const series = table && findSeries(table);
      return series ? [renderChartOf(series, table, options), ...renderRest(table.rest, options)] : [];
    }
    case "card":
      return isObject(value) ? [renderCard(value, options)] : [];
    case "diff": {
      const lines = findDiff(value, texts);
      return lines ? [renderDiff(lines), ...renderBesideDiff(reading, options)] : [];
    }
    case "media":
      return media.map((item) => renderMedia(item));
    case "markdown":
      return texts.filter(isFilled).map((text) => renderMarkdownText(text, options));
    default:
      return [renderTree(value ?? result)];
  }
}

/** The data around a diff, if the diff came from it. */
function renderBesideDiff({ value, texts }: Reading, options: ShowOptions): Node[] {
  const isInText = findDiff(undefined, texts) !== undefined;
  if (isInText || !isObject(value)) return [];
  const rest = Object.entries(value).filter(([, item]) => typeof item !== "string" || !item.includes("\n"));
  return rest.length > 0 ? [renderCard(Object.fromEntries(rest), options)] : [];
}

function renderRest(rest: Readonly<Record<string, unknown>> | undefined, options: ShowOptions): Node[] {
  return rest ? [make("section", { "aria-label": words.rest }, renderCard(rest, options))] : [];
}

function renderProse(text: string, options: ShowOptions): HTMLElement {
  return looksLikeMarkdown(text) ? renderMarkdownText(text, options) : renderText(text, options);
}

function renderResources({ links, embedded, others }: Reading, options: ShowOptions): Node[] {
  return [
    ...embedded.slice(0, mostShown).map((it) => renderEmbedded(it, options)),
    ...links.map((it) => renderLink(it, options)),
    ...others.map((it) => renderTree(it)),
  ];
}

/** All of it as text: for those who want to read what came. */
function renderWhole(reading: Reading, { structuredContent }: ToolResultLike, options: ShowOptions): Node[] {
  const { allTexts, media, value } = reading;
  const nodes = allTexts.filter(isFilled).map((text) => renderText(text, options));
  const isUnsaid =
    structuredContent !== undefined && (allTexts.length === 0 || !says(allTexts, [value, structuredContent]));
  if (isUnsaid) nodes.push(renderText(JSON.stringify(structuredContent, undefined, 2), options));
  return [
    ...nodes,
    ...media.slice(0, mostShown).map((it) => renderMedia(it)),
    ...renderResources(reading, options),
  ];
}

/** Whether one of the texts is the data itself, or all that is in it. */
function says(allTexts: readonly string[], values: readonly unknown[]): boolean {
  const whole = values.flatMap((value) => (isObject(value) ? [value, ...Object.values(value)] : [value]));
  const isOnly = values.some((value) => isObject(value) && Object.keys(value).length === 1);
  const compact = new Set((isOnly ? whole : values).map((value) => JSON.stringify(value)));
  return allTexts.some(
    (text) => compact.has(JSON.stringify(text)) || compact.has(JSON.stringify(parseData(text) ?? null)),
  );
}

import { inSlices, make } from "../dom.ts";
import type { ChartData } from "../results/find-series.ts";
import type { TableData } from "../results/find-table.ts";
import { texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderTable } from "./render-table.ts";
import { renderText } from "./render-text.ts";

/** Markdown, once its part is loaded. Until then, and if it can't be, the text as it is. */
export function renderMarkdownText(text: string, options: ShowOptions): HTMLElement {
  return renderLater(renderText(text, options), async () => {
    const part = await options.load?.markdown?.();
    return part?.renderMarkdown(text, { ...options, inSlices });
  });
}

/** A chart with its table, once its part is loaded. */
export function renderChartOf(data: ChartData, table: TableData, options: ShowOptions): HTMLElement {
  return renderLater(renderTable(table, options), async () => {
    const part = await options.load?.chart?.();
    if (!part) return undefined;
    const details = make(
      "details",
      { className: "show-nested" },
      make("summary", {}, texts.chartData),
      renderTable(table, options),
    );
    return make("div", {}, part.renderChart(data), details);
  });
}

function renderLater(meanwhile: HTMLElement, render: () => Promise<Node | undefined>): HTMLElement {
  const place = make("div", {}, meanwhile);
  place.setAttribute("aria-busy", "true");
  render()
    .then(
      (node) => {
        if (node) place.replaceChildren(node);
      },
      () => {},
    )
    .finally(() => {
      place.removeAttribute("aria-busy");
    });
  return place;
}

import { make, uniqueId } from "../dom.ts";
import type { ChartData, Series } from "../results/find-series.ts";
import { texts } from "../texts.ts";

/** Until the width of its place is known. */
const firstWidth = 640;
const widest = 860;
const narrowest = 160;
/** As in the style sheet: drawing again doesn't change how high the chart is. */
const height = 260;
const edge = { left: 56, right: 12, top: 12, bottom: 40 };
const innerHeight = height - edge.top - edge.bottom;
const innerWidth = (width: number) => width - edge.left - edge.right;
const mostBars = 60;
const mostPoints = 600;

type Attributes = Record<string, string | number>;

function svg(name: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Lines over time, or bars over categories, as wide as its place. The caller puts the numbers beside it as a table. */
export function renderChart(data: ChartData): HTMLElement {
  const shown = data.isOrdered ? thin(data) : first(data, mostBars);
  const scale = scaleOf(shown.series);
  const [title, description] = [uniqueId(), uniqueId()];
  const names = data.series.map(({ name }) => name).join(", ");
  const chart = svg("svg", {
    role: "img",
    "aria-labelledby": title,
    "aria-describedby": description,
    class: "show-chart",
  });
  const draw = (width: number) => {
    chart.setAttribute("viewBox", `0 0 ${width} ${height}`);
    chart.replaceChildren(
      svg("title", { id: title }, `${names}${data.label ? ` / ${data.label}` : ""}`),
      svg("desc", { id: description }, texts.chartOf(names, data.label || texts.key, data.labels.length)),
      ...axis(scale, width),
      ...labels(shown, width),
      ...shown.series.flatMap((series, at) =>
        data.isOrdered ? line(series, at, scale, width) : bars(series, at, shown, scale, width),
      ),
    );
  };
  const root = make("div", {}, chart as unknown as Node, legend(data.series));
  let drawn = firstWidth;
  draw(drawn);
  new ResizeObserver(([entry]) => {
    const width = Math.round(Math.min(widest, entry?.contentRect.width ?? 0));
    if (width === drawn || width < narrowest) return;
    drawn = width;
    draw(width);
  }).observe(root);
  if (!data.isOrdered && data.labels.length > mostBars)
    root.append(make("p", { className: "show-quiet" }, texts.chartFirst(mostBars, data.labels.length)));
  return root;
}

interface Scale {
  low: number;
  high: number;
  step: number;
  y(value: number): number;
}

/** From zero where that is near, in steps that people count in. */
function scaleOf(series: readonly Series[]): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of series) {
    for (const value of values) {
      if (value === undefined) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > 0 && low < high * 0.9) low = 0;
  if (high < 0) high = 0;
  if (low === high) [low, high] = [Math.min(0, low), Math.max(0, high) || 1];
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((it) => it * power >= raw) ?? 10) * power;
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const y = (value: number) => edge.top + innerHeight * (1 - (value - from) / (to - from));
  return { low: from, high: to, step, y };
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });

function axis({ low, high, step, y }: Scale, width: number): SVGElement[] {
  const lines: SVGElement[] = [];
  for (let value = low, count = 0; value <= high + step / 2 && count < 12; value += step, count++) {
    const at = y(value);
    lines.push(
      svg("line", { x1: edge.left, x2: width - edge.right, y1: at, y2: at, class: "show-grid" }),
      svg("text", { x: edge.left - 6, y: at + 4, "text-anchor": "end" }, compact.format(value)),
    );
  }
  return lines;
}

const x = (at: number, count: number, width: number) => edge.left + (innerWidth(width) * (at + 0.5)) / count;

function labels({ labels }: ChartData, width: number): SVGElement[] {
  const longest = Math.max(1, ...labels.map((label) => Math.min(label.length, 14)));
  const step = Math.max(1, Math.ceil((labels.length * (longest * 6.5 + 10)) / innerWidth(width)));
  return labels.flatMap((label, at) => {
    if (at % step !== 0) return [];
    const plain = plainTime(label);
    const short = plain.length > 14 ? `${plain.slice(0, 13)}…` : plain;
    const text = svg(
      "text",
      { x: x(at, labels.length, width), y: height - 18, "text-anchor": "middle" },
      short,
    );
    if (short !== label) text.append(svg("title", {}, label));
    return [text];
  });
}

/** A time without what says nothing. */
const plainTime = (label: string): string =>
  label.replace(/T00:00:00(\.0+)?Z?$/, "").replace(/^\d{4}-(\d\d-\d\d)T(\d\d:\d\d).*$/, "$1 $2");

function line({ values, name }: Series, at: number, { y }: Scale, width: number): SVGElement[] {
  let path = "";
  let isDown = false;
  values.forEach((value, place) => {
    if (value === undefined) {
      isDown = false;
      return;
    }
    path += `${isDown ? "L" : "M"}${x(place, values.length, width).toFixed(1)} ${y(value).toFixed(1)}`;
    isDown = true;
  });
  const drawn = [svg("path", { d: path, class: `show-series-${at} show-stroke` }, svg("title", {}, name))];
  if (values.length > 40) return drawn;
  const dots = values.flatMap((value, place) =>
    value === undefined
      ? []
      : [
          svg(
            "circle",
            { cx: x(place, values.length, width), cy: y(value), r: 3, class: `show-series-${at}` },
            svg("title", {}, `${name}: ${value}`),
          ),
        ],
  );
  return [...drawn, ...dots];
}

function bars(
  { values, name }: Series,
  at: number,
  { labels, series }: ChartData,
  { y, low, high }: Scale,
  width: number,
): SVGElement[] {
  const room = (innerWidth(width) / labels.length) * 0.72;
  const barWidth = Math.max(1, Math.min(48, room / series.length));
  const base = y(Math.min(Math.max(0, low), high));
  return values.flatMap((value, place) => {
    if (value === undefined) return [];
    const left = x(place, labels.length, width) - (barWidth * series.length) / 2 + barWidth * at;
    const top = y(value);
    const box = {
      x: left,
      y: Math.min(top, base),
      width: Math.max(1, barWidth - 1),
      height: Math.abs(base - top),
    };
    return [
      svg(
        "rect",
        { ...box, rx: 2, class: `show-series-${at}` },
        svg("title", {}, `${labels[place]}, ${name}: ${value}`),
      ),
    ];
  });
}

function legend(series: readonly Series[]): HTMLElement {
  return make(
    "ul",
    { className: "show-legend" },
    ...series.map(({ name }, at) => make("li", { className: `show-series-${at}` }, name)),
  );
}

const first = (data: ChartData, count: number): ChartData => ({
  ...data,
  labels: data.labels.slice(0, count),
  series: data.series.map(({ name, values }) => ({ name, values: values.slice(0, count) })),
});

/** Of a long series, every so many points. */
function thin(data: ChartData): ChartData {
  const step = Math.ceil(data.labels.length / mostPoints);
  if (step === 1) return data;
  const some = <Item>(items: readonly Item[]) => items.filter((_, at) => at % step === 0);
  return {
    ...data,
    labels: some(data.labels),
    series: data.series.map(({ name, values }) => ({ name, values: some(values) })),
  };
}

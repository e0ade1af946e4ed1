import { button, isSafeUrl, link, make } from "../dom.ts";
import { texts } from "../texts.ts";
import type { ShowOptions } from "./options.ts";
import { renderTree } from "./render-tree.ts";

const longest = 160;

/** One value: in a cell of a table, or beside its name in a card. */
export function renderCell(value: unknown, options: ShowOptions): Node {
  if (value === undefined) return make("span", { className: "show-quiet" }, "");
  if (value === null) return make("span", { className: "show-quiet" }, "null");
  if (typeof value === "string") return renderString(value, options);
  if (typeof value !== "object") return make("span", { className: `show-${typeof value}` }, String(value));
  return renderNested(value);
}

function renderString(value: string, { openLink }: ShowOptions): Node {
  if (value === "") return make("span", { className: "show-quiet" }, `(${texts.empty})`);
  if (isSafeUrl(value)) return link(value, value.replace(/^https?:\/\//, ""), openLink);
  if (value.length <= longest) return document.createTextNode(value);
  const short = make("span", {}, `${value.slice(0, longest)}… `);
  const more = button(texts.showAll(value.length), () => {
    short.replaceWith(make("span", { className: "show-long" }, value));
  });
  more.classList.add("show-small");
  short.append(more);
  return short;
}

/** Lists of few short values stand in the line; everything else opens. */
function renderNested(value: object): Node {
  const items = Object.values(value);
  if (items.length === 0) {
    const words = Array.isArray(value) ? texts.emptyList : texts.emptyRecord;
    return make("span", { className: "show-quiet" }, `(${words})`);
  }
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null)) {
    const text = value.map((item) => (typeof item === "string" ? item : JSON.stringify(item))).join(", ");
    if (text.length <= longest) return document.createTextNode(text);
  }
  const summary = Array.isArray(value) ? texts.items(value.length) : labelOf(value);
  const details = make("details", { className: "show-nested" }, make("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (details.childElementCount === 1) details.append(renderTree(value));
  });
  return details;
}

/** What a record is best known by. */
function labelOf(value: object): string {
  const record = value as Record<string, unknown>;
  const name = ["title", "name", "login", "label", "full_name", "id"]
    .map((key) => record[key])
    .find((it) => (typeof it === "string" && it !== "") || typeof it === "number");
  return name === undefined ? texts.fields(Object.keys(value).length) : String(name).slice(0, longest);
}

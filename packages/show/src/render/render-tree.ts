import { button, copyButton, make } from "../dom.ts";
import { texts } from "../texts.ts";

const slice = 100;
const longest = 500;
const openLeaves = 40;
const indent = 14;

/** A JSON value as a tree: arrow keys move and open, and what is focused can be copied. */
export function renderTree(value: unknown): HTMLElement {
  const path = make("code", { className: "show-path" }, "$");
  const root = make("ul", { role: "tree", "aria-label": texts.tree, className: "show-tree" });
  let focused: TreeItem | undefined;
  const focus = (item: TreeItem) => {
    if (focused) focused.row.tabIndex = -1;
    focused = item;
    item.row.tabIndex = 0;
    path.textContent = item.path;
  };
  const top = new TreeItem(value, { path: "$", depth: 0 }, focus);
  root.append(top.row);
  if (top.isBranch) top.toggle(true);
  openSmall(top);
  focus(top);
  root.addEventListener("keydown", (event) => {
    if (focused && move(root, focused, event.key)) event.preventDefault();
  });
  const bar = make(
    "div",
    { className: "show-bar" },
    path,
    make("span", { className: "show-space" }),
    copyButton(texts.copyPath, () => focused?.path ?? "$"),
    copyButton(texts.copyValue, () => textOf(focused ? focused.value : value)),
  );
  return make("div", { className: "show-json" }, bar, root);
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");

/** Opens the second level where that stays small. */
function openSmall(top: TreeItem): void {
  let leaves = top.items.length;
  for (const item of top.items) {
    if (!item.isBranch) continue;
    leaves += item.size;
    if (leaves > openLeaves) return;
    item.toggle(true);
  }
}

type Focus = (item: TreeItem) => void;

class TreeItem {
  readonly value: unknown;
  readonly path: string;
  readonly row: HTMLLIElement;
  readonly items: TreeItem[] = [];
  readonly isBranch: boolean;
  readonly size: number;
  private readonly depth: number;
  private readonly focused: Focus;
  private readonly group: HTMLUListElement;
  private shown = 0;

  constructor(
    value: unknown,
    { path, depth, name }: { path: string; depth: number; name?: string },
    focused: Focus,
  ) {
    this.value = value;
    this.path = path;
    this.depth = depth;
    this.focused = focused;
    this.isBranch = typeof value === "object" && value !== null;
    this.size = this.isBranch ? Object.keys(value as object).length : 0;
    this.group = make("ul", { role: "group" });
    const line = make("div", { className: "show-line" });
    line.style.paddingInlineStart = `${Math.min(depth, 20) * indent}px`;
    if (name !== undefined) line.append(make("span", { className: "show-key" }, name), ": ");
    line.append(this.isBranch ? this.summary() : this.leaf());
    this.row = make("li", { role: "treeitem", tabIndex: -1 }, line);
    if (this.isBranch && this.size > 0) this.row.setAttribute("aria-expanded", "false");
    this.row.addEventListener("focus", () => focused(this));
    line.addEventListener("click", (event) => {
      if ((event.target as Element).closest("button")) return;
      this.row.focus();
      if (this.isBranch && !getSelection()?.toString()) this.toggle();
    });
  }

  get isOpen(): boolean {
    return this.row.getAttribute("aria-expanded") === "true";
  }

  toggle(open = !this.isOpen): void {
    if (this.size === 0) return;
    if (open && this.shown === 0) this.showMore();
    this.row.setAttribute("aria-expanded", String(open));
    if (open) this.row.append(this.group);
    else this.group.remove();
  }

  private showMore(): void {
    const isList = Array.isArray(this.value);
    const entries = Object.entries(this.value as object).slice(this.shown, this.shown + slice);
    this.group.querySelector(":scope > .show-more")?.remove();
    for (const [key, value] of entries) {
      const step = isList
        ? `[${key}]`
        : /^[A-Za-z_$][\w$]*$/.test(key)
          ? `.${key}`
          : `[${JSON.stringify(key)}]`;
      const place = { path: this.path + step, depth: this.depth + 1, name: key };
      const item = new TreeItem(value, place, this.focused);
      this.items.push(item);
      this.group.append(item.row);
    }
    this.shown += entries.length;
    const left = this.size - this.shown;
    if (left <= 0) return;
    const more = button(texts.showMore(Math.min(slice, left)), () => {
      this.showMore();
    });
    this.group.append(make("li", { role: "none", className: "show-more" }, more));
  }

  private summary(): Node {
    const { value, size } = this;
    const isList = Array.isArray(value);
    const text = isList ? `[${size ? texts.items(size) : ""}]` : `{${size ? texts.fields(size) : ""}}`;
    return make("span", { className: "show-quiet" }, text);
  }

  private leaf(): Node {
    const { value } = this;
    const text = JSON.stringify(value) ?? String(value);
    const leaf = make("span", { className: `show-${value === null ? "null" : typeof value}` });
    if (text.length <= longest) {
      leaf.textContent = text;
      return leaf;
    }
    leaf.textContent = `${text.slice(0, longest)}… `;
    const all = button(texts.showAll((value as string).length), () => {
      leaf.textContent = text;
    });
    all.classList.add("show-small");
    leaf.append(all);
    return leaf;
  }
}

/** Moves like every tree does. */
function move(root: HTMLElement, item: TreeItem, key: string): boolean {
  const rows = [...root.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = rows.indexOf(item.row);
  const go = (row: Element | null | undefined) => {
    if (row instanceof HTMLElement) row.focus();
    return true;
  };
  switch (key) {
    case "ArrowDown":
      return go(rows[at + 1]);
    case "ArrowUp":
      return go(rows[at - 1]);
    case "Home":
      return go(rows[0]);
    case "End":
      return go(rows.at(-1));
    case "ArrowRight":
      if (!item.isOpen) item.toggle(true);
      else go(item.items[0]?.row);
      return true;
    case "ArrowLeft":
      if (item.isOpen) item.toggle(false);
      else go(item.row.parentElement?.closest('[role="treeitem"]'));
      return true;
    case "Enter":
    case " ":
      if (document.activeElement !== item.row) return false;
      item.toggle();
      return true;
    default:
      return false;
  }
}

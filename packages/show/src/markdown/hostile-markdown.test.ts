import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inSlices } from "../dom.ts";
import { type FakeElement, FakePage } from "../fake-dom.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { parseInline } from "./parse-inline.ts";
import { renderMarkdown } from "./render-markdown.ts";

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const row = (cell: string, count: number) => Array(count).fill(cell).join("|");
const table = (columns: number, rows: number) =>
  `${row("a", columns)}\n${row("-", columns)}\n${"|\n".repeat(rows)}`;

test.each([
  ["wide tables", table(100, 10_000)],
  ["tables", table(2, 10_000)],
  ["full rows", `a|b\n-|-\n${`${row("*a*", 2)}\n`.repeat(10_000)}`],
  ["full wide rows", `${row("a", 100)}\n${row("-", 100)}\n${`${row("a", 100)}\n`.repeat(300)}`],
  ["paragraphs", "a\n\n".repeat(10_000)],
  ["lists", "- a\n".repeat(10_000)],
  ["deep lists", `${"- ".repeat(9)}a\n`.repeat(1_500)],
  ["deep quotes", `${"> ".repeat(9)}a\n\n`.repeat(1_500)],
  ["blocks in one item", `- a\n${"\n  b\n".repeat(5_000)}`],
  ["emphasis", "*a* ".repeat(10_000)],
  ["code", "`a` ".repeat(10_000)],
  ["links", "[a](b) ".repeat(8_000)],
])("%s beyond measure become few nodes, and a button for more", (_, text) => {
  renderMarkdown(`# h\n\n${text}`, { inSlices });
  expect(page.made).toBeLessThan(20_000);
});

test.each(["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vscode://file/x", "/relative"])(
  "a link to %s stays text",
  (url) => {
    const shown = renderMarkdown(`[text](${url})`, { inSlices }) as unknown as FakeElement;
    expect(shown.all("A")).toEqual([]);
    expect(shown.textContent).toBe(`text (${url})`);
  },
);

test("shows a remote image as a link, so a text never loads anything", () => {
  const shown = renderMarkdown("![a](https://a.example/b.png)", { inSlices }) as unknown as FakeElement;
  expect([shown.all("IMG"), shown.all("A").map(({ textContent }) => textContent)]).toEqual([[], ["a"]]);
});

test("the button shows the next slice", () => {
  const shown = renderMarkdown("a\n\n".repeat(500), { inSlices }) as unknown as ReturnType<
    FakePage["createElement"]
  >;
  const counts = [shown.all("P").length];
  while (shown.all("BUTTON").length > 0) {
    shown.all("BUTTON")[0]?.click();
    counts.push(shown.all("P").length);
  }
  expect(counts).toEqual([200, 500]);
});

test("a table has the cells that were written, and 100 columns at most", () => {
  expect(parseBlocks(table(100, 2))).toMatchObject([{ kind: "table", rows: [[""], [""]] }]);
  expect(parseBlocks(table(101, 2)).map(({ kind }) => kind)).toEqual(["paragraph"]);
});

/** Beyond the time limit of a test if the search for an end began again at every mark. */
test.each(["*a ", "*a_b **c__ ~~d ", "[", "![", "[](", "[a]( ", "**a*", "<http://"])(
  "%j many times is parsed in one pass",
  (text) => {
    const long = text.repeat(300_000 / text.length);
    expect(parseInline(long).length).toBeLessThan(10_000);
  },
);

test.each([
  ["*a **b***", [{ kind: "em", parts: [{ kind: "text" }, { kind: "strong" }] }]],
  ["**a *b***", [{ kind: "strong", parts: [{ kind: "text" }, { kind: "em" }] }]],
  ["***a***", [{ kind: "strong", parts: [{ kind: "em" }] }]],
  ["*a * b*", [{ kind: "em", parts: [{ text: "a * b" }] }]],
  ['[a [b] c](d "t")', [{ kind: "link", url: "d" }]],
  ["[a](b(c))", [{ kind: "link", url: "b(c)" }]],
])("%j has its ends where they belong", (text, parts) => {
  expect(parseInline(text)).toMatchObject(parts);
});

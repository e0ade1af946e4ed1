import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { copyWith } from "../copy-with.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { openShow, recorded } from "./open-show.ts";

/** The texts and numbers of a result that a person should be able to find. */
function valuesOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === "string") found.push(value);
  else if (typeof value === "number") found.push(String(value));
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) valuesOf(item, found);
  return found;
}

const plain = (text: string) => text.replace(/[\s"\\]+/g, "");

describe.skipIf(!chromiumPath)("renderers over real results", () => {
  test("choose the form that fits, and every value can be reached", { timeout: 120_000 }, async () => {
    expect(recorded.results.length).toBeGreaterThanOrEqual(40);
    const page = await openShow();
    const chosen: Record<string, string> = {};
    for (const [index, { server, tool, result, outputSchema }] of recorded.results.entries()) {
      const { forms, text } = await page.evaluate(
        async ([result, outputSchema]) => {
          const options = { ...show.options, outputSchema };
          const forms = show.formsOf(result, options);
          let text = "";
          for (const form of forms) {
            show.put(show.renderAs(form, result, options));
            await show.expand();
            text += document.body.textContent;
          }
          return { forms, text };
        },
        [result, outputSchema] as const,
      );
      chosen[`${index} ${server} ${tool}`] = forms.join(" ");
      const shown = plain(text);
      const values = [
        ...valuesOf(result.structuredContent),
        ...result.content.flatMap((block) => valuesOf(block.text ?? block.uri)),
      ];
      const missing = values.filter((value) => {
        const short = plain(value);
        return short !== "" && !shown.includes(short) && !shown.includes(short.replace(/^https?:\/\//, ""));
      });
      expect(missing, `${server} ${tool}`).toEqual([]);
    }
    await expect(`${JSON.stringify(chosen, undefined, 2)}\n`).toMatchFileSnapshot("chosen-forms.json");
  });

  test.each([
    ["light", 390],
    ["dark", 1440],
  ] as const)("are accessible in the %s theme at %i pixels, and fit", async (colorScheme, width) => {
    const page = await openShow({ colorScheme, width });
    await page.evaluate(async (results) => {
      show.put(...results.map((result) => show.createResultView(result, show.options).element));
      await show.expand();
    }, varied);
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    // What is wide scrolls in its own box.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

const varied = [
  "get-tiny-image",
  "get-resource-links",
  "edit_file",
  "repos/get-views",
  "repos/list-releases",
  "read_graph",
  "read_text_file",
  "repos/compare-commits",
].map((name) => recorded.results.find(({ tool }) => tool === name)?.result ?? {});

describe.skipIf(!chromiumPath)("a person", () => {
  test("sorts, filters, copies and saves a table, and sees a long one in slices", async () => {
    const page = await openShow();
    await page.evaluate(() => {
      const rows = Array.from({ length: 1_200 }, (_, at) => ({
        name: `row ${at}`,
        size: (at * 7) % 1_000,
        none: null,
      }));
      const options = { ...show.options, download: show.save, name: "disk/list files" };
      show.put(show.renderAs("table", { structuredContent: { rows } }, options));
    });
    const rows = page.locator("tbody tr");
    expect(await rows.count()).toBe(100);
    await page.getByRole("button", { name: "Show 400 more" }).click();
    expect(await rows.count()).toBe(500);
    await page.getByRole("group", { name: "Rows" }).waitFor();
    expect(await page.getByRole("columnheader", { name: "size" }).textContent()).toBe("size⇅");
    const first = () => rows.first().locator("td").first().textContent();
    await page.getByRole("button", { name: "size" }).press("Enter");
    await page.getByRole("button", { name: "size" }).press("Enter");
    expect(await first()).toBe("row 857");
    expect(await page.getByRole("columnheader", { name: "size" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await page.getByLabel("Filter rows").fill("row 11");
    await page.getByText("111 of 1,200 rows").waitFor();
    const copied = await copyWith(page.getByRole("button", { name: "Copy table" }));
    expect(copied.split("\n")).toHaveLength(112);
    await page.getByRole("button", { name: "Download CSV" }).click();
    const [saved] = await page.evaluate(() => show.saved);
    expect(saved?.split("\r\n").slice(0, 2)).toEqual(["name,size,none", "row 1142,994,"]);
    expect(await page.evaluate(() => show.savedAs)).toEqual(["disk_list_files.csv"]);
    await page.getByLabel("Filter rows").fill("nowhere");
    await page.getByText("No rows match the filter.").waitFor();
  });

  test("moves through a tree by keyboard and copies what is focused", async () => {
    const page = await openShow();
    await page.evaluate(() => {
      const list = Array.from({ length: 250 }, (_, at) => at);
      show.put(show.renderAs("tree", { structuredContent: { "a b": { c: "x" }, list } }, show.options));
    });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    expect(await copyWith(page.getByRole("button", { name: "Copy path" }))).toBe('$["a b"].c');
    await page.getByRole("treeitem", { name: /^list/ }).locator(".show-line").first().click();
    expect(await page.getByRole("treeitem").count()).toBe(104);
    await page.getByRole("button", { name: "Show 100 more" }).click();
    expect(await page.getByRole("treeitem").count()).toBe(204);
  });

  test("opens links and resources, and changes the form by keyboard", async () => {
    const page = await openShow();
    await page.evaluate(() => {
      const content = [
        { type: "resource_link", uri: "demo://notes/1", name: "Notes" },
        { type: "resource_link", uri: "https://example.com/a", name: "Page" },
        { type: "resource_link", uri: "javascript:alert(1)", name: "Bad" },
        { type: "text", text: '{"a": [{"x": 1}, {"x": 2}]}' },
      ];
      show.put(
        show.createResultView({ content }, { ...show.options, readResource: show.options.readResource })
          .element,
      );
    });
    await page.getByRole("button", { name: "Open Notes" }).click();
    await page.getByText("text of demo://notes/1").waitFor();
    await page.getByRole("button", { name: "Close Notes" }).click();
    expect(await page.getByText("text of demo://notes/1").count()).toBe(0);
    await page.getByRole("button", { name: "Open Notes" }).waitFor();
    await page.getByRole("button", { name: "Open Page" }).click();
    expect(await page.evaluate(() => show.asked)).toEqual(["https://example.com/a"]);
    await page.getByRole("radio", { name: "Table" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("Details").waitFor();
    expect(await page.locator(".show-as-card").count()).toBe(1);
  });

  test("reads that a result is empty, and sees charts and changes on a phone", async () => {
    const page = await openShow({ width: 390 });
    const cases: [result: object, words: string][] = [
      [{ structuredContent: {} }, "An empty object."],
      [{ content: [{ type: "text", text: "[]" }] }, "No rows."],
      [{ content: [{ type: "text", text: " " }] }, "The tool returned an empty text."],
      [{ content: [] }, "The tool returned nothing."],
      [{ structuredContent: { issues: [], owner: {} } }, "issues(empty list)owner(empty object)"],
    ];
    const shown = await page.evaluate(
      (results) =>
        results.map((result) => show.renderAs(show.chooseForm(result), result, show.options).textContent),
      cases.map(([result]) => result),
    );
    expect(shown).toEqual(cases.map(([, words]) => words));

    await page.evaluate(() => {
      const rows = ["Rome", "Oslo", "Lima"].map((city, at) => ({ city, people: (at + 1) * 1_000 }));
      const text = "--- a\n+++ b\n@@ -9,2 +9,2 @@\n same\n-old\n+new";
      show.put(
        show.renderAs("chart", { structuredContent: { rows } }, show.options),
        show.renderAs("diff", { content: [{ type: "text", text }] }, show.options),
        show.renderAs("table", { structuredContent: { rows: [{ a: "Person 19", b: "words ".repeat(40) }] } }),
      );
    });
    await page.getByRole("listitem").getByText("people").waitFor();
    const chart = page.locator(".show-chart");
    const box = () => chart.evaluate((svg) => [svg.getAttribute("viewBox"), svg.clientWidth]);
    await expect.poll(box).toEqual(["0 0 358 260", 358]);
    await page.setViewportSize({ width: 600, height: 800 });
    await expect.poll(box).toEqual(["0 0 568 260", 568]);
    const lines = page.locator("[data-line]");
    expect(await lines.evaluateAll((all) => all.map((it) => it.getAttribute("data-line")))).toEqual([
      " 9  9",
      "10   ",
      "   10",
    ]);
    // The name stays on one line, and the long text gets the room for few.
    const heights = await page
      .locator("td")
      .filter({ visible: true })
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).offsetHeight));
    expect(Math.max(...heights)).toBeLessThan(160);
    const name = page.getByRole("cell", { name: "Person 19" });
    expect(await name.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe("nowrap");
  });

  test("is safe from hostile results", async () => {
    const page = await openShow();
    const counts = await page.evaluate(async () => {
      const evil = '<img src=x onerror="window.hit=1">';
      const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hit=1</script></svg>');
      const deep = JSON.parse(`${"[".repeat(3_000)}${"]".repeat(3_000)}`);
      const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
      const results = [
        {
          content: [
            {
              type: "text",
              text: `${evil}\n# ${evil}\n[x](javascript:window.hit=1) ![y](https://tracker.example/x.png)`,
            },
          ],
        },
        {
          content: [
            { type: "image", mimeType: "image/svg+xml", data: svg },
            { type: "image", mimeType: "text/html", data: btoa(evil) },
          ],
        },
        { content: [{ type: "text", text: "x".repeat(3_000_000) }] },
        {
          structuredContent: {
            rows: Array.from({ length: 50_000 }, () => ({ [evil]: evil, u: "javascript:window.hit=1" })),
          },
        },
        { structuredContent: { deep } },
        { structuredContent: wide },
        { structuredContent: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 2}}') },
      ];
      const counts: number[] = [];
      for (const result of results) {
        for (const form of show.formsOf(result)) {
          show.put(show.renderAs(form, result, show.options));
          // Fails to load as the image of the attack does, and after it.
          const image = new Image();
          const failed = new Promise((resolve) => image.addEventListener("error", resolve));
          image.src = "x";
          await failed;
          counts.push(document.querySelectorAll("*").length);
          const links = [...document.querySelectorAll("a")].map(({ href }) => href);
          if (links.some((href) => !/^(https?|mailto):/.test(href))) throw new Error(links.join());
        }
      }
      return counts;
    });
    expect(Math.max(...counts)).toBeLessThan(6_000);
    expect(await page.evaluate(() => [Reflect.get(window, "hit"), Reflect.get({}, "polluted")])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await page.locator("#stage script, #stage iframe, #stage object").count()).toBe(0);
  });
});

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@toolshed/apps/server";
import { testPlugin } from "@toolshed/sdk/testing";
import type { Frame, FrameLocator, Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { samples } from "../../packages/toolshed/src/plugins/samples/index.ts";
import { bundleView } from "../../scripts/build-views.mjs";
import { chromiumPath } from "../fixtures/browser.ts";
import { findAxeViolations } from "./host/find-axe-violations.ts";
import { openHost } from "./host/open-host.ts";
import { serve } from "./host/serve.ts";

const URI = "ui://samples/board.html";
let bundled: Promise<string> | undefined;

interface Opening {
  /** The tool that the model has called. */
  tool?: string;
  args?: Record<string, unknown>;
  notes?: [title: string, text: string][];
  /** What the tools fail with, by their paths. It can change during the test. */
  failures?: Map<string, string>;
  hostCapabilities?: object;
  hostContext?: object;
  width?: number;
}

interface OpenBoard {
  page: Page;
  board: FrameLocator;
  frame: Frame;
  toolCalls: string[];
  call(path: string, args?: object): Promise<unknown>;
  /** The last that the model was told. */
  told(): Promise<string | undefined>;
  /** The names of the board's own tools, as the host has them. */
  appTools(): Promise<string[]>;
  callAppTool(name: string, args?: object): Promise<{ text: string; isError: boolean }>;
}

const trip: [string, string][] = [
  ["Packing list", "Tent, stove, rain jacket"],
  ["Books to read", "The Dispossessed"],
  ["Roadmap", "Search comes first"],
  ["Bread", "500 g flour, 350 g water"],
];

/** The board in a host's page, on a server that has the plugin's tools. */
async function openBoard(opening: Opening = {}): Promise<OpenBoard> {
  const { tool = "list", args = {}, notes = trip, failures, width, ...mounting } = opening;
  const { call } = testPlugin(samples);
  await writeNotes(notes, call);
  bundled ??= bundleView("notes-board");
  const html = await bundled;
  const mcpUrl = await servePlugin(html, async (path, given) => {
    const failure = failures?.get(path);
    if (failure) throw new Error(failure);
    return call(path, given);
  });
  const { page, sandboxUrl, toolCalls } = await openHost({ mcpUrl, ...(width && { width }) });
  await page.evaluate(
    async ({ name, given, uri, options }) => {
      await host.connect("/mcp");
      const view = host.mount({ resource: uri, withClient: true, ...options } as never);
      await view.sendToolInput({ arguments: given });
      await view.sendToolResult((await host.client.callTool({ name, arguments: given })) as never);
    },
    {
      name: `samples.notes.${tool}`,
      given: args,
      uri: URI,
      options: { sandboxUrl, hostCapabilities: { updateModelContext: {} }, ...mounting },
    },
  );
  const board = page.frameLocator("iframe").frameLocator("iframe");
  return {
    page,
    board,
    frame: page.frames().at(-1) as Frame,
    toolCalls,
    call,
    told: () =>
      page.evaluate(() => {
        const { params } = host.asked.findLast(({ method }) => method === "ui/update-model-context") ?? {};
        return (params as { content: { text: string }[] } | undefined)?.content[0]?.text;
      }),
    appTools: () => page.evaluate(() => host.view.tools.map(({ name }) => name)),
    callAppTool: (name, given = {}) =>
      page.evaluate(
        async (params) => {
          const { content, isError = false } = await host.view.callTool(params as never);
          return { text: (content[0] as { text: string }).text, isError };
        },
        { name, arguments: given },
      ),
  };
}

/** A day apart, since notes are in the order of their time. */
async function writeNotes(notes: [string, string][], call: OpenBoard["call"]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-10T09:00:00Z") });
  try {
    for (const [title, text] of notes) {
      await call("samples.notes.create", { title, text });
      vi.advanceTimersByTime(86_400_000);
    }
  } finally {
    vi.useRealTimers();
  }
}

function servePlugin(html: string, call: (path: string, args: unknown) => Promise<unknown>): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "samples", version: "1.0.0" });
    for (const { path, inputSchema } of samples.tools) {
      const config = { inputSchema, _meta: { ui: { resourceUri: URI } } };
      registerAppTool(server, path, config, async (args: unknown) => {
        const data = await call(path, args);
        return {
          content: [{ type: "text" as const, text: JSON.stringify(data) }],
          structuredContent: data as Record<string, unknown>,
        };
      });
    }
    registerAppResource(server, "Board", URI, {}, async () => ({
      contents: [{ uri: URI, mimeType: RESOURCE_MIME_TYPE, text: html }],
    }));
    return server;
  });
  return serve("127.0.0.1", (request) => handler.fetch(request)).then((origin) => `${origin}/mcp`);
}

const titles = (board: FrameLocator) => board.getByRole("option").locator(".title").allTextContents();
const selected = (board: FrameLocator) =>
  board.getByRole("option", { selected: true }).locator(".title").allTextContents();

describe.skipIf(!chromiumPath)("the notes board", () => {
  test("filters while you type, searches on Enter and loads everything when you clear", async () => {
    const { board, toolCalls, page } = await openBoard({ args: { limit: 2 } });
    await expect.poll(() => titles(board)).toEqual(["Bread", "Roadmap"]);
    await board.getByText("2 of 4 notes").waitFor();
    const more = board.getByRole("button", { name: "Show more notes" });
    await expect.poll(() => more.isVisible()).toBe(true);
    const search = board.getByRole("searchbox", { name: "Search notes" });
    await search.fill("bre");
    await expect.poll(() => titles(board)).toEqual(["Bread"]);
    await search.fill("tent JACKET");
    await board.getByText("Nothing here contains “tent JACKET”. Press Enter to search all notes.").waitFor();
    expect(toolCalls).toEqual(["samples.notes.list"]);
    await search.press("Enter");
    await expect.poll(() => titles(board)).toEqual(["Packing list"]);
    expect(toolCalls).toEqual(["samples.notes.list", "samples.notes.search"]);
    await search.press("Escape");
    await expect.poll(() => titles(board)).toHaveLength(4);
    await expect.poll(() => more.isVisible()).toBe(false);
    await search.fill("nowhere");
    await board.getByText("Nothing here contains “nowhere”.", { exact: true }).waitFor();
    await board.getByRole("button", { name: "Clear search" }).click();
    await expect.poll(() => titles(board)).toHaveLength(4);
    expect(await page.evaluate(() => host.seen.violation)).toEqual([]);
  });

  test("shows a new note of the model among the others, selected", async () => {
    const { board, told } = await openBoard({ tool: "create", args: { title: "Fresh", text: "now" } });
    await expect
      .poll(() => titles(board))
      .toEqual(["Fresh", "Bread", "Roadmap", "Books to read", "Packing list"]);
    await expect.poll(() => selected(board)).toEqual(["Fresh"]);
    await expect.poll(told).toContain('Selected note: "Fresh" (id ');
  });

  test("selects, opens and leaves notes with the keyboard", async () => {
    const { page, board, told, appTools } = await openBoard();
    await board.getByRole("searchbox").press("ArrowDown");
    await expect.poll(() => selected(board)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => selected(board)).toEqual(["Roadmap"]);
    await expect.poll(told).toMatch(/Selected note: "Roadmap" \(id \w+\)\./);
    await expect.poll(appTools).toEqual(["get-selection", "get-form-data", "set-highlight"]);
    for (const [key, title] of [
      ["End", "Packing list"],
      ["ArrowRight", "Packing list"],
      ["Home", "Bread"],
      ["ArrowLeft", "Bread"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => selected(board), { message: key }).toEqual([title]);
    }
    await page.keyboard.press("Enter");
    const title = board.getByRole("textbox", { name: "Title" });
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => title.inputValue()).toBe("Bread");
    await page.keyboard.press("Escape");
    await expect.poll(() => title.isVisible()).toBe(false);
    await expect.poll(() => selected(board)).toEqual(["Bread"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => selected(board)).toEqual([]);
    await expect.poll(appTools).toEqual(["get-form-data", "set-highlight"]);
    await expect.poll(told).toContain("No note is selected.");
  });

  test("edits, discards, saves and deletes notes", async () => {
    const { page, board, call, told, toolCalls } = await openBoard();
    const title = board.getByRole("textbox", { name: "Title" });
    await board.getByRole("option", { name: "Roadmap" }).click();
    await title.fill("Something else");
    await board.getByRole("button", { name: "Cancel" }).click();
    await board.getByRole("option", { name: "Roadmap" }).click();
    await expect.poll(() => title.inputValue()).toBe("Roadmap");

    await board.getByRole("textbox", { name: "Text" }).fill("Views come next");
    await expect.poll(told).toContain("changes that are not saved");
    await board.getByRole("option", { name: "Bread" }).click();
    await board.getByRole("option", { name: "Roadmap Search comes first" }).getByText("Unsaved").waitFor();
    await board.getByRole("option", { name: "Roadmap" }).click();
    await title.fill(" ");
    await page.keyboard.press("Enter");
    await board.getByText("Give the note a title.").waitFor();
    await title.fill("<b>Plan</b>");
    await board.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => titles(board)).toContain("<b>Plan</b>");
    await expect.poll(() => title.isVisible()).toBe(false);
    await board.getByText("Unsaved").waitFor({ state: "detached" });
    expect(await call("samples.notes.search", { query: "next" })).toMatchObject({
      notes: [{ title: "<b>Plan</b>", text: "Views come next" }],
    });
    await expect.poll(told).toMatch(/The person saved the note "<b>Plan<\/b>"\.$/);

    await board.getByRole("option", { name: "Plan" }).click();
    await board.getByRole("button", { name: "Delete" }).click();
    await board.getByRole("button", { name: "Keep it" }).click();
    await board.getByRole("button", { name: "Delete" }).click();
    expect(toolCalls).not.toContain("samples.notes.delete");
    await board.getByRole("button", { name: "Delete note" }).click();
    await expect.poll(() => titles(board)).toEqual(["Bread", "Books to read", "Packing list"]);
    expect(await call("samples.notes.list")).toMatchObject({ total: 3 });
    await expect.poll(told).toMatch(/No note is selected\. The person deleted the note "<b>Plan<\/b>"\.$/);
  });

  test("has an empty state, and creates the first note", async () => {
    const { page, board, call } = await openBoard({ notes: [] });
    await board.getByRole("heading", { name: "No notes yet" }).waitFor();
    await board.getByRole("button", { name: "Write the first note" }).click();
    await expect.poll(() => board.getByRole("button", { name: "Delete" }).isVisible()).toBe(false);
    await page.keyboard.type("First");
    await page.keyboard.press("Tab");
    await page.keyboard.type("of many");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => titles(board)).toEqual(["First"]);
    await expect.poll(() => selected(board)).toEqual(["First"]);
    await board.getByText("1 note", { exact: true }).waitFor();
    expect(await call("samples.notes.list")).toMatchObject({ notes: [{ title: "First", text: "of many" }] });
  });

  test("keeps what you wrote when saving fails, and offers to retry when loading fails", async () => {
    const failures = new Map([["samples.notes.list", "The store is busy."]]);
    const { board } = await openBoard({ failures });
    await board.getByRole("alert").getByText("The store is busy.").waitFor();
    failures.clear();
    await board.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => titles(board)).toHaveLength(4);
    await expect.poll(() => board.getByText("The store is busy.").isVisible()).toBe(false);

    failures.set("samples.notes.update", "samples.notes.update needs a person's approval.");
    await board.getByRole("option", { name: "Bread" }).click();
    await board.getByRole("textbox", { name: "Text" }).fill("600 g flour");
    await board.getByRole("button", { name: "Save" }).click();
    await board.getByRole("alert").getByText("needs a person's approval").waitFor();
    expect(await board.getByRole("textbox", { name: "Text" }).inputValue()).toBe("600 g flour");
    failures.clear();
    await board.getByRole("button", { name: "Save" }).click();
    await board.getByRole("option", { name: "600 g flour" }).waitFor();
  });

  test("offers its app tools to the host", async () => {
    const { page, board, frame, appTools, callAppTool } = await openBoard();
    await expect.poll(appTools).toEqual(["get-form-data", "set-highlight"]);
    expect(await callAppTool("get-form-data")).toEqual({ text: "{}", isError: false });
    expect(await callAppTool("get-selection")).toEqual({ text: "No note is selected.", isError: true });

    await board.getByRole("option", { name: "Books" }).click();
    await expect.poll(appTools).toEqual(["get-selection", "get-form-data", "set-highlight"]);
    expect((await callAppTool("get-selection")).text).toBe("Books to read\n\nThe Dispossessed");
    await board.getByRole("textbox", { name: "Title" }).fill("Books");
    const id = await board.getByRole("option", { name: "Books" }).getAttribute("data-note");
    const data = { id, title: "Books", text: "The Dispossessed" };
    expect(JSON.parse((await callAppTool("get-form-data")).text)).toEqual(data);

    const selector = `[data-note="${id}"]`;
    expect(await callAppTool("set-highlight", { selector, color: "rgb(1, 2, 3)" })).toEqual({
      text: "Highlighted successfully",
      isError: false,
    });
    const outline = () => frame.$eval(selector, (element) => getComputedStyle(element).outlineColor);
    await expect.poll(outline).toBe("rgb(1, 2, 3)");
    await board.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => titles(board)).toContain("Books");
    await expect.poll(outline).toBe("rgb(1, 2, 3)");
    for (const [given, problem] of [
      [{ selector: "#nothing", color: "red" }, "No element matches #nothing"],
      [{ selector: "](", color: "red" }, "No element matches ]("],
      [{ selector, color: "red; background: url(x)" }, "Not a CSS color: red; background: url(x)"],
      [{ selector }, "Give a selector and a color."],
    ] as const) {
      expect(await callAppTool("set-highlight", given)).toEqual({ text: problem, isError: true });
    }
    await expect(callAppTool("nothing")).rejects.toThrow("Unknown tool: nothing");

    await page.evaluate(() => host.view.teardown());
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
  });

  test("shows what the model writes before the result, and that the call was cancelled", async () => {
    const { page, sandboxUrl } = await openHost();
    bundled ??= bundleView("notes-board");
    await page.evaluate((options) => host.mount(options).ready, { html: await bundled, sandboxUrl });
    const board = page.frameLocator("iframe").frameLocator("iframe");
    await page.evaluate(() => host.view.sendToolInputPartial({ arguments: { title: "Half a ti" } }));
    await board.getByText("Half a ti").waitFor();
    await page.evaluate(() => host.view.sendToolInput({ arguments: { title: "Half a title", text: "All" } }));
    await board.getByText("Half a title").waitFor();
    await page.evaluate(() => host.view.sendToolCancelled({ reason: "stopped" }));
    await board.getByRole("alert").getByText("The call was cancelled: stopped").waitFor();
    // This host has no server to call.
    expect(await board.getByRole("button").count()).toBe(0);
  });

  test("only shows the notes that were found in a host that lets Views call nothing", async () => {
    const { page, sandboxUrl } = await openHost();
    bundled ??= bundleView("notes-board");
    await page.evaluate(
      async (options) => {
        const view = host.mount(options);
        await view.sendToolInput({ arguments: { query: "flour" } });
        const note = { id: "a", title: "Bread", text: "Flour", createdAt: "2026-11-18T00:00:00.000Z" };
        const content = [{ type: "text" as const, text: JSON.stringify({ notes: [note], total: 1 }) }];
        await view.sendToolResult({ content });
      },
      { html: await bundled, sandboxUrl },
    );
    const board = page.frameLocator("iframe").frameLocator("iframe");
    await board.getByRole("option", { name: "Bread" }).click();
    expect(await board.getByRole("searchbox").inputValue()).toBe("flour");
    expect(await board.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await expect.poll(() => board.getByRole("button", { name: "New note" }).isVisible()).toBe(false);
    expect(await board.getByRole("textbox", { name: "Title" }).getAttribute("readonly")).not.toBeNull();
  });

  test("follows the host's theme and styles, is accessible, and fits a narrow screen", async () => {
    const variables = { "--color-background-primary": "light-dark(rgb(250, 250, 250), rgb(10, 10, 10))" };
    const { page, board, frame } = await openBoard({
      width: 340,
      hostContext: { theme: "light", styles: { variables }, locale: "de-DE", timeZone: "UTC" },
    });
    const background = () => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const fits = () => frame.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await expect.poll(() => titles(board)).toHaveLength(4);
    await expect.poll(background).toBe("rgb(250, 250, 250)");
    expect(await board.locator(".foot").first().textContent()).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    await expect.poll(fits).toBe(true);
    await board.getByRole("option", { name: "Bread" }).click();
    await expect.poll(() => board.getByRole("option").first().isVisible()).toBe(false);
    await expect.poll(fits).toBe(true);
    for (const theme of ["light", "dark"] as const) {
      await page.evaluate((given) => host.view.bridge.setHostContext({ theme: given }), theme);
      await expect.poll(background).toBe(theme === "light" ? "rgb(250, 250, 250)" : "rgb(10, 10, 10)");
      // The host colors the frame as well; other hosts only send the theme.
      expect(await frame.evaluate(() => document.documentElement.style.colorScheme)).toBe(theme);
      expect(await findAxeViolations(frame), `the form, ${theme}`).toEqual([]);
    }
    await page.keyboard.press("Escape");
    expect(await findAxeViolations(frame), "the board, dark").toEqual([]);
    await page.evaluate(() => host.view.bridge.setHostContext({ theme: "light" }));
    await expect.poll(background).toBe("rgb(250, 250, 250)");
    expect(await findAxeViolations(frame), "the board, light").toEqual([]);
  });
});

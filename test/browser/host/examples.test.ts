import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath, settle } from "../../fixtures/browser.ts";
import { freePort } from "../../fixtures/free-port.ts";
import { root } from "../../fixtures/source-files.ts";
import { findAxeViolations } from "./find-axe-violations.ts";
import { openHost } from "./open-host.ts";
import { openPage } from "./open-page.ts";
import { serve } from "./serve.ts";
import { serveView } from "./serve-view.ts";
import { startExample, startMinimalHost, startPalette, startPaletteAt } from "./start-server.ts";

/** It needs eval, and does what it can without. */
const CALCULATOR = `<!doctype html><p>Not allowed to calculate</p><script>
  document.querySelector("p").textContent = "6 × 7 = " + new Function("a", "b", "return a * b")(6, 7);
</script>`;

/** It does not answer when it should end, and says and tries this and that instead. */
const LINGERING = `<!doctype html><script>
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  addEventListener("message", ({ data }) => {
    if (data.id === 1 && data.result) send({ method: "ui/notifications/initialized" });
    else if (data.method === "ping") send({ id: data.id, result: {} });
    else if (data.method === "ui/resource-teardown") {
      send({ method: "notifications/message", params: { level: "info", data: "still here" } });
      setInterval(() => localStorage.length, 50);
    }
  });
  send({ id: 1, method: "ui/initialize", params: {
    appInfo: { name: "lingering", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" } });
</script>`;

async function openMinimalHost(): Promise<Page> {
  const page = await openPage();
  await page.goto(await startMinimalHost(await startPalette()));
  await page.getByRole("option", { name: "make-palette" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByText(/^ready/).waitFor();
  return page;
}

const viewFrame = (page: Page): Frame => page.frames()[2] as Frame;
const focused = (frame: Frame | Page) =>
  frame.evaluate(
    () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute("name"),
  );

describe.skipIf(!chromiumPath)("the examples", () => {
  test("the minimal host shows the palette, follows its tools and passes the theme on", async () => {
    const page = await openMinimalHost();
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText("5 colours around 210°").waitFor();
    await view.getByRole("button", { name: "#478cd1" }).click();
    await page.getByRole("button", { name: "clear-selection" }).waitFor();
    await page.getByRole("button", { name: "get-selection" }).click();
    await page.getByText('{\\"color\\":\\"#478cd1\\"}').waitFor();
    await view.getByLabel("Colours", { exact: true }).last().fill("3");
    await view.getByRole("button", { name: "Make another" }).click();
    await view.getByText("3 colours around 210°").waitFor();
    await expect
      .poll(() => viewFrame(page).evaluate(() => document.documentElement.scrollHeight <= innerHeight))
      .toBe(true);

    for (const theme of ["light", "dark"]) {
      expect(await findAxeViolations(page.mainFrame()), `the host, ${theme}`).toEqual([]);
      expect(await findAxeViolations(viewFrame(page)), `the View, ${theme}`).toEqual([]);
      await settle(page, `host-minimal-${theme}`);
      await page.getByRole("button", { name: "Dark" }).click();
    }
  });

  test("the minimal host and the React example start with one command and work together", async () => {
    const page = await openPage();
    await page.goto(await startExample("view-react"));
    await expect.poll(() => page.getByLabel("Arguments").inputValue()).toContain('"season": "spring"');
    await page.getByLabel("Arguments").fill('{ "season": "autumn" }');
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText(/^ready/).waitFor();
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByRole("button", { name: "Ryōan-ji" }).click();
    await page.getByRole("button", { name: "rate-selection" }).click();
    await view.getByText("best in November, 1 of 5 stars").waitFor();
    await view.getByLabel("Day").fill("2027-11-03");
    await view.getByRole("button", { name: "Plan the visit" }).click();
    await view.getByText("Planned.").waitFor();
    // Its schema requires a garden and a colour, and gets the first of each.
    await page.getByRole("button", { name: "set-highlight" }).click();
    await view.locator('li[data-highlight="amber"]', { hasText: "Ryōan-ji" }).waitFor();

    for (const theme of ["light", "dark"]) {
      for (const width of [900, 375]) {
        await page.setViewportSize({ width, height: 800 });
        await settle(page, `host-minimal-react-${theme}-${width}`);
        expect(await findAxeViolations(page.mainFrame()), `the host, ${theme}, ${width}`).toEqual([]);
        const isTooWide = () => document.documentElement.scrollWidth > innerWidth;
        expect(await page.evaluate(isTooWide), `the host, ${theme}, ${width}`).toBe(false);
      }
      await page.getByRole("button", { name: "Dark" }).click();
    }
  });

  test("the minimal host starts from a tool's defaults, and says when arguments are not JSON", async () => {
    const page = await openPage();
    await page.goto(await startMinimalHost(await startPalette()));
    const given = page.getByLabel("Arguments");
    await expect.poll(async () => JSON.parse(await given.inputValue())).toEqual({ hue: 210, count: 5 });
    await given.fill('{ "hue": 30 }');
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText(/^ready/).waitFor();
    await page.frameLocator("iframe").frameLocator("iframe").getByText("5 colours around 30°").waitFor();
    await given.fill("{ hue");
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByRole("alert").getByText("The arguments must be a JSON object.").waitFor();
  });

  test("the minimal host says that the MCP server is unreachable, and connects once it is there", async () => {
    const page = await openPage();
    const mcpPort = await freePort();
    await page.goto(await startMinimalHost(`http://127.0.0.1:${mcpPort}/mcp`));
    const alert = page.getByRole("alert");
    await alert
      .getByText(
        `Couldn't reach the MCP server at http://127.0.0.1:${mcpPort}/mcp (ECONNREFUSED). Start it and try again.`,
      )
      .waitFor();
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    await settle(page, "host-minimal-unreachable");

    const stop = await startPaletteAt(mcpPort);
    await alert.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText(/^ready/).waitFor();
    expect(await alert.isVisible()).toBe(false);

    await stop();
    await page.getByRole("button", { name: "Call" }).click();
    await alert.getByText("Couldn't reach the MCP server").waitFor();
  });

  test("the minimal host explains what a View asks for, and allows and revokes it for this View", async () => {
    const page = await openPage({ expectedErrors: /unsafe-eval/ });
    await page.goto(await startMinimalHost(await serveView(CALCULATOR)));
    const call = page.getByRole("button", { name: "Call" });
    await call.click();
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText("Not allowed to calculate").waitFor();
    const allow = page.getByRole("button", { name: "Allow “Run code from text”" });
    await page.getByText("This View tried to run code from text.").waitFor();
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    await settle(page, "host-minimal-blocked");
    await allow.click();
    await view.getByText("6 × 7 = 42").waitFor();

    await page.reload();
    await call.click();
    await view.getByText("6 × 7 = 42").waitFor();
    await page.getByText("You allow this View to run code from text.").waitFor();
    expect(await allow.count()).toBe(0);
    await page.getByRole("button", { name: "Revoke all" }).click();
    await view.getByText("Not allowed to calculate").waitFor();

    await page.getByLabel("Policy").selectOption("compatible");
    await call.click();
    await view.getByText("6 × 7 = 42").waitFor();
  });

  test("the minimal host shows one View at a time, and nothing of one that ends", async () => {
    const page = await openPage({ expectedErrors: /unsafe-eval|localStorage/ });
    await page.goto(await startMinimalHost(await serveView(LINGERING, CALCULATOR)));
    const call = page.getByRole("button", { name: "Call" });
    await call.click();
    await page.getByText(/^ready/).waitFor();
    await page.locator("#tool").selectOption("show-1");
    const places = await page.evaluate(() => {
      const form = document.getElementById("call") as HTMLFormElement;
      for (let count = 0; count < 3; count++) form.requestSubmit();
      return document.querySelectorAll("#view > :not([hidden])").length;
    });
    expect(places).toBe(1);
    const view = page.frameLocator("#view > :not([hidden]) iframe").frameLocator("iframe");
    await view.getByText("Not allowed to calculate").waitFor();
    await expect.poll(() => page.locator("#view iframe").count()).toBe(1);
    // Both lines are about the eval of the View that is shown.
    await expect.poll(() => page.locator("#blocked li").count()).toBe(2);
    const problems = (await page.locator("#blocked li").allTextContents()).sort();
    expect(problems).toEqual([
      expect.stringContaining("This View tried to run code from text."),
      expect.stringContaining("EvalError"),
    ]);
    expect(await page.locator("#log").textContent()).toBe("");

    // The permission is for the View that asked, whichever tool is selected by then.
    await page.locator("#tool").selectOption("show");
    await page.getByRole("button", { name: "Allow “Run code from text”" }).click();
    await view.getByText("6 × 7 = 42").waitFor();
    await call.click();
    await page.getByText(/^ready/).waitFor();
    await expect.poll(() => page.locator("#granted li").count()).toBe(0);
  });

  test("the minimal host ends its list of problems", async () => {
    const page = await openPage({ expectedErrors: /problem/ });
    const html = `<script>for (let at = 0; at < 90; at++) reportError(new Error("problem " + at))</script>`;
    await page.goto(await startMinimalHost(await serveView(html)));
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText("There were more problems.").waitFor();
    expect(await page.locator("#blocked li").count()).toBe(21);
  });

  test("the keyboard enters the View and leaves it, both ways", async () => {
    const page = await openMinimalHost();
    const where = async () => {
      const inView = await page.evaluate(() => document.activeElement instanceof HTMLIFrameElement);
      return inView ? `View: ${await focused(viewFrame(page))}` : await focused(page);
    };
    const steps = [
      "Call",
      "View: #47d1a8",
      "View: #47c3d1",
      "View: #478cd1",
      "View: #4755d1",
      "View: #7147d1",
      "View: hue",
      "View: count",
      "View: Make another",
      "get-selection",
    ];
    await page.getByRole("button", { name: "Call" }).focus();
    for (const step of steps.slice(1)) {
      await page.keyboard.press("Tab");
      await expect.poll(where).toBe(step);
    }
    for (const step of steps.slice(0, -1).reverse()) {
      await page.keyboard.press("Shift+Tab");
      await expect.poll(where).toBe(step);
    }
  });

  test.each(["PORT", "MCP_PORT"])("starting one on a port in use says to set %s", async (name) => {
    const port = Number(new URL(await serve("127.0.0.1", () => new Response())).port);
    const free = async () => String(await freePort());
    const ports = { PORT: await free(), SANDBOX_PORT: await free(), MCP_PORT: await free() };
    const env = { ...process.env, ...ports, [name]: String(port) };
    const run = promisify(execFile)(process.execPath, ["examples/start.mjs", "view-vanilla"], {
      cwd: root,
      env,
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: `Port ${port} is in use. Stop the program that uses it, or choose another port: ${name}=${port + 10}\n`,
    });
  });

  test("a host lists and calls the View's own tools, and hears of changes once", async () => {
    const { page, sandboxUrl } = await openHost({ mcpUrl: await startPalette() });
    await page.evaluate(async (url) => {
      await host.connect("/mcp");
      await host.showTool("make-palette", url);
    }, sandboxUrl);
    const tools = () => page.evaluate(() => host.view.tools.map(({ name }) => name));
    const call = (name: string) =>
      page.evaluate(async (tool) => (await host.view.callTool({ name: tool })).structuredContent, name);
    const changes = () => page.evaluate(() => host.seen.tools.length);
    const always = ["get-selection", "get-form-data", "set-highlight"];
    await expect.poll(tools).toEqual(always);
    expect(await call("get-selection")).toEqual({ color: null });
    expect(await call("get-form-data")).toEqual({ hue: 210, count: 5 });
    await call("set-highlight");
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.locator("button.highlight").waitFor();

    expect(await changes()).toBe(1);
    await view.getByRole("button", { name: "#478cd1" }).click();
    await expect.poll(tools).toEqual([...always, "clear-selection"]);
    expect(await changes()).toBe(2);
    expect(await call("get-selection")).toEqual({ color: "#478cd1" });
    await call("clear-selection");
    await expect.poll(tools).toEqual(always);
    expect(await changes()).toBe(3);

    await page.evaluate(() => host.view.teardown());
    expect(await tools()).toEqual([]);
    await expect(call("get-selection")).rejects.toThrow("The View has been torn down");
    await expect(page.evaluate(() => host.view.sendToolInput({}))).rejects.toThrow("torn down");
  });
});

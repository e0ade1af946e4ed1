// How long the dashboard keeps the browser's main thread busy, with 10,000 tools and 2,000,000 recorded calls: the long
// tasks of each action, as Chromium's observer reports them, and the nodes of each page. The aim: no task over 100 ms, and
// at most 3,000 nodes on the Tools page.
// BENCH_COMMAND measures another checkout's bin/toolshed.js, BENCH_CALLS sets how many calls there are.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { whenRunning } from "../../scripts/when-running.mjs";
import { fillRecord, untilCounted } from "./large-record.mjs";

const calls = Number(process.env.BENCH_CALLS ?? 2_000_000);
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const command = process.env.BENCH_COMMAND ?? fileOf("../../packages/toolshed/bin/toolshed.js");
const home = mkdtempSync(join(tmpdir(), "toolshed-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const say = (text) => process.stdout.write(`${text}\n`);

async function startGateway() {
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0", TOOLSHED_CALLS_PER_MINUTE: "999999999" };
  const child = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill("SIGKILL"));
  const { signInLink, url } = await whenRunning(child, home);
  async function stop() {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }
  return { link: signInLink, url, stop };
}

async function addPlugin(url) {
  const { secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  const response = await fetch(`${url}/api/v1/plugins`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ specifier: fileOf("many-tools.mjs") }),
  });
  if (!response.ok) throw new Error(await response.text());
}

const first = await startGateway();
await addPlugin(first.url);
await first.stop();
const filling = performance.now();
fillRecord(home, calls);
say(`${calls.toLocaleString("en")} calls recorded in ${Math.round((performance.now() - filling) / 1000)} s`);
const gateway = await startGateway();
await untilCounted(home, pause);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
});

const results = [];

/** Resolves when the main thread has been idle for a while and the gateway has answered. Streams stay open meanwhile. */
async function settle() {
  await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await pause(300);
}

async function measure(name, act) {
  await page.evaluate(() => {
    globalThis.longTasks = [];
  });
  await act();
  await settle();
  const { tasks, nodes } = await page.evaluate(() => ({
    tasks: globalThis.longTasks,
    nodes: document.querySelectorAll("*").length,
  }));
  results.push({ name, tasks, nodes });
}

async function open(path) {
  await page.evaluate((path) => {
    const link = document.querySelector(`nav a[href="${path}"]`);
    link.click();
  }, path);
  await page.waitForFunction((path) => location.pathname === path, path);
}

/** Scrolls what is under the pointer down and up again. */
async function scroll(x, y) {
  await page.mouse.move(x, y);
  for (const by of [400, -400]) {
    for (let step = 0; step < 25; step++) {
      await page.mouse.wheel(0, by);
      await pause(16);
    }
  }
}

const row = (at) => page.locator("[role=treeitem] a, main ul li a, [role=listitem] a").nth(at);

try {
  await page.goto(gateway.link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await settle();
  await measure("Overview: scroll", () => scroll(900, 500));
  await measure("Tools: open", async () => {
    await open("/tools");
    await page.locator("[role=treeitem], main li a").first().waitFor();
  });
  if (await page.locator("[role=tree]").count()) {
    await measure("Tools: open ten groups", async () => {
      await page.getByRole("treeitem", { name: /^many/ }).click();
      // The last of them first: an open group moves those below out of sight.
      for (let group = 9; group >= 0; group--)
        await page
          .getByRole("treeitem", { name: /^team_/ })
          .nth(group)
          .click();
      await row(0).waitFor();
    });
  }
  await measure("Tools: scroll the list", () => scroll(400, 600));
  await measure("Tools: switch between ten tools", async () => {
    for (let at = 0; at < 10; at++) {
      await row(at).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
  });
  await measure("Tools: type a search", async () => {
    await page.locator("[data-search]").first().click();
    await page.keyboard.type("export the newest contracts of a team", { delay: 60 });
  });
  await measure("Tools: scroll the results", () => scroll(400, 600));
  await measure("Tools: clear the search", async () => {
    await page.locator("[data-search]").first().fill("");
    await pause(500);
  });
  await measure("Activity: open", () => open("/activity"));
  await measure("Activity: scroll", () => scroll(900, 500));
  await measure("Overview: open", () => open("/"));
} finally {
  await browser.close();
  await gateway.stop();
}

say(`${"".padEnd(36)}${"over 50 ms".padStart(12)}${"longest".padStart(12)}${"nodes".padStart(10)}`);
for (const { name, tasks, nodes } of results) {
  const longest = tasks.length === 0 ? "under 50 ms" : `${Math.round(Math.max(...tasks))} ms`;
  say(
    `${name.padEnd(36)}${String(tasks.length).padStart(12)}${longest.padStart(12)}${nodes.toLocaleString("en").padStart(10)}`,
  );
}
const over = results.filter(({ tasks }) => tasks.some((ms) => ms > 100)).map(({ name }) => name);
const large = results
  .filter(({ name, nodes }) => name.startsWith("Tools") && nodes > 3_000)
  .map(({ name }) => name);
say(over.length === 0 ? "No task takes over 100 ms." : `Tasks over 100 ms: ${over.join(", ")}.`);
if (large.length > 0) say(`More than 3,000 nodes: ${large.join(", ")}.`);

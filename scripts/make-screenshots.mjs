// Makes the screenshots of the docs, with a gateway and a home of their own: node scripts/make-screenshots.mjs
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { startForScreenshots } from "./screenshot-gateway.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
build();
const folder = "docs/images";
const settleMs = 2_000;
mkdirSync(folder, { recursive: true });

const { link, origin, browser, run, stop } = await startForScreenshots();

const notes = [
  ["Roadmap", "Search first, then Views. Ask Mara about the dates before Thursday."],
  ["Interview with the Bern team", "They share one key today. Wish: see who called what, and stop it."],
  ["Release 0.2", "Changelog, packed tarballs, a smoke test on Node 20, 22 and 24."],
  ["Ideas for the board", "Colors by age? Drag to sort? Keep it small."],
  ["Shopping", "Coffee, oat milk, a longer USB-C cable."],
  ["Retro", "Good: fewer meetings. To change: reviews wait too long."],
];
for (const [title, text] of notes) run("call", "samples.notes.create", JSON.stringify({ title, text }));
const server = "test/peers/node_modules/@modelcontextprotocol/server-budget-allocator/dist/index.js";
run("add", "mcp", "budget", "--", process.execPath, server, "--stdio");

const shots = [
  ["view-of-a-plugin", "samples.notes.list", "light", "Roadmap"],
  ["view-of-a-server", "budget.get_budget_data", "dark", "Allocated"],
];
const page = await browser.newPage({ viewport: { width: 1440, height: 1160 } });
await page.goto(link);
for (const [name, path, colorScheme, text] of shots) {
  await page.emulateMedia({ colorScheme });
  await page.goto(`${origin}/tools/${path}`);
  await page.getByRole("button", { name: "Run" }).click();
  const dialog = page.getByRole("dialog").getByRole("button", { name: "Run" });
  const result = page.getByRole("region", { name: "Result" });
  await dialog.or(result).first().waitFor();
  if (await dialog.isVisible()) await dialog.click();
  await result.frameLocator("iframe").frameLocator("iframe").getByText(text).first().waitFor();
  await page.mouse.move(0, 0);
  // Charts grow into place.
  await page.waitForTimeout(settleMs);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  process.stdout.write(`${folder}/${name}.png\n`);
}
await stop();

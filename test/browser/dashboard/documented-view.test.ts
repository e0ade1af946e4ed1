import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { runCommand } from "../../fixtures/command.ts";
import { root } from "../../fixtures/source-files.ts";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { openDashboard } from "./open-dashboard.ts";

/** The code block of the docs that begins with this text. */
function snippet(start: string): string {
  const docs = readFileSync(`${root}docs/views.md`, "utf8");
  const block = docs.split(/^```\w*\n/m).find((text) => text.startsWith(start));
  if (!block) throw new Error(`docs/views.md has no code that begins with ${start}`);
  return block.slice(0, block.indexOf("```"));
}

describe.skipIf(!chromiumPath)("the example in docs/views.md", () => {
  test("works as it is written", async () => {
    const { page, gateway } = await openDashboard();
    const folder = temporaryFolder();
    for (const name of ["dice-view.js", "games.ts"]) writeFileSync(join(folder, name), snippet(`// ${name}`));
    const command = snippet("npx esbuild").replace("npx esbuild", `${root}node_modules/.bin/esbuild`);
    const env = { ...process.env, NODE_PATH: `${root}node_modules` };
    execFileSync("sh", ["-c", command], { cwd: folder, env, stdio: "pipe" });
    await runCommand(["add", "plugin", join(folder, "games.ts")], { TOOLSHED_HOME: gateway.home });

    await page.goto(`${gateway.url}/tools/games.roll`);
    await page.getByRole("button", { name: "Run" }).click();
    const view = page.getByRole("region", { name: "Result" }).frameLocator("iframe").frameLocator("iframe");
    await view.getByText(/You rolled [1-6] and [1-6]\./).waitFor();
    await page.getByRole("textbox", { name: "count" }).fill("1");
    await page.getByRole("button", { name: "Run" }).click();
    await view.getByText(/You rolled [1-6]\./).waitFor();
    await view.getByRole("button", { name: "Roll again" }).click();
    await view.getByText(/You rolled [1-6] and [1-6]\./).waitFor();
  });
});

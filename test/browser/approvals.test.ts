import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chromiumPath, openPage } from "../fixtures/browser.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";
import { findAxeViolations } from "./host/find-axe-violations.ts";

const screenshots = join(root, ".cache/screenshots");
mkdirSync(screenshots, { recursive: true });
const script = `
  const { id } = await tools.samples.notes.create({ title: "<b>bold</b>" });
  return await tools.samples.notes.delete({ id });
`;

describe.skipIf(!chromiumPath)("the page of waiting approvals", () => {
  test("a paused run's link shows the arguments plainly, and the run goes on after a click", async () => {
    const gateway = await startGateway();
    const environment = { TOOLSHED_HOME: gateway.home };
    const { stderr } = await runCommand(["run", "-e", script], environment);
    const [, link = "", executionId = ""] =
      /approval at (\S+)\nThen: toolshed run --resume (\S+)/.exec(stderr) ?? [];

    const page = await openPage();
    await page.goto(gateway.signInLink);
    await page.goto(link);
    const card = page.getByRole("listitem", { name: "samples.notes.delete, asked by command" });
    expect(JSON.parse((await card.locator("pre").textContent()) ?? "")).toEqual({ id: expect.any(String) });
    await page.screenshot({ path: join(screenshots, "approvals.png"), fullPage: true });
    expect(await findAxeViolations(page.mainFrame())).toEqual([]);
    expect((await runCommand(["run", "--resume", executionId], environment)).stderr).toMatch(/^Pending/);

    expect(await card.getByRole("button").allInnerTexts()).toEqual([
      "Approve once",
      "Approve for this run",
      "Always approve this path",
      "Refuse",
    ]);
    await card.getByRole("button", { name: "Approve once" }).click();
    await page.getByText("What the link was for has been decided").waitFor();
    const resumed = await runCommand(["run", "--resume", executionId], environment);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('"deleted"') });
  });
});

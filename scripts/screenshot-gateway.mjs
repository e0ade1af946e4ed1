import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { whenRunning } from "./when-running.mjs";

const command = "packages/toolshed/bin/toolshed.js";

/** A gateway with a home of its own, for screenshots, and a browser. */
export async function startForScreenshots() {
  const home = mkdtempSync(join(tmpdir(), "toolshed-screenshots-"));
  const env = { ...process.env, TOOLSHED_HOME: home, PORT: "0" };
  const gateway = spawn(process.execPath, [command, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { signInLink: link } = await whenRunning(gateway, home);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  return {
    home,
    link,
    origin: new URL(link).origin,
    browser,
    /** Runs a command of the home's owner. */
    run: (...args) => execFileSync(process.execPath, [command, ...args], { env }).toString(),
    async stop() {
      await browser.close();
      const ended = once(gateway, "exit");
      gateway.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

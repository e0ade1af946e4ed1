import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { openPage } from "./open-page.mjs";
import { size } from "./size.mjs";

/** A fresh profile denies storage to frames of other sites, in every host; this is the setting that allows it. */
const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };

/** Chromium with a profile, and with WebGL by software so that it draws on machines without a graphics card. */
export async function openChromium(executablePath) {
  const profile = mkdtempSync(join(tmpdir(), "matrix-chromium-"));
  mkdirSync(join(profile, "Default"));
  writeFileSync(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    viewport: size,
    colorScheme: null,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
    ],
  });
  return {
    version: context.browser()?.version() ?? "",
    open: async (url) => openPage(await context.newPage(), url),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

import { createRequire } from "node:module";
import { startDisplay } from "./display.mjs";
import { openPage } from "./open-page.mjs";
import { size } from "./size.mjs";

/** Firefox, by WebDriver BiDi. `packages` is the folder whose node_modules hold the driver. */
export async function openFirefox({ browser: executablePath, xvfb }, packages) {
  const display = await startDisplay(xvfb);
  const { launch } = createRequire(`${packages}/`)("puppeteer-core").default;
  const browser = await launch({
    browser: "firefox",
    executablePath,
    defaultViewport: size,
    env: { ...process.env, ...display.env },
    extraPrefsFirefox: { "webgl.force-enabled": true },
  });
  return {
    version: (await browser.version()).replace("firefox/", ""),
    open: async (url) => openPage(await browser.newPage(), url),
    async close() {
      await browser.close();
      display.stop();
    },
  };
}

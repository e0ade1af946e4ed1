import { createRequire } from "node:module";
import { startDisplay } from "./display.mjs";
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
    async open(url) {
      const page = await browser.newPage();
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await page.goto(url);
      const viewFrame = () => page.mainFrame().childFrames()[0]?.childFrames()[0];
      return {
        errors,
        inHost: (script) => page.evaluate(`(() => { ${script} })()`),
        inView: async (script) => viewFrame()?.evaluate(`(() => { ${script} })()`),
        screenshot: async () => Buffer.from(await page.screenshot()),
        close: () => page.close(),
      };
    },
    async close() {
      await browser.close();
      display.stop();
    },
  };
}

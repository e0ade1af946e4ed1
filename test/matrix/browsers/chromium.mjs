import { chromium } from "playwright-core";
import { size } from "./size.mjs";

/** Chromium, with WebGL by software so that it draws on machines without a graphics card. */
export async function openChromium(executablePath) {
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
    ],
  });
  return {
    version: browser.version(),
    async open(url) {
      const context = await browser.newContext({ viewport: size, colorScheme: null });
      const page = await context.newPage();
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
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

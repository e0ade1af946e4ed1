/** Opens an address in a page of Playwright or Puppeteer, which agree on all that is used here. */
export async function openPage(page, url) {
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
}

/** Opens an address in a page of Playwright or Puppeteer, which agree on all that is used here. */
export async function openPage(page, url) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(url);
  const frameAt = (depth) => {
    let frame = page.mainFrame();
    for (let level = 0; level < depth; level++) frame = frame?.childFrames()[0];
    return frame;
  };
  return {
    errors,
    inHost: (script) => page.evaluate(`(() => { ${script} })()`),
    inView: async (script, depth) => frameAt(depth)?.evaluate(`(() => { ${script} })()`),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
}

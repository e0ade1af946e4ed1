import { describeFrame, watch } from "./show.mjs";

/** Calls `show_tool` of the gateway in the reference host, which shows the frame, which shows the View. */
export async function showInFrame(browser, options) {
  const { server, gateway, source, referenceHost } = options;
  server.calls.length = 0;
  const given = { path: source.path, arguments: server.given ?? server.sample };
  const page = await browser.open(referenceHost.urlFor(gateway.mcpUrl, { tool: "show_tool", given }));
  try {
    const isReady = async () =>
      (await page.inHost(`return document.body.dataset.stage === "ready"`)) &&
      (await page.inView(`return document.getElementById("strip").dataset.state === "ready"`, 2));
    const cell = await watch(page, isReady, { ...options, policy: "strict", depth: 3 });
    return { ...cell, problems: await describeFrame(page) };
  } finally {
    await page.close();
  }
}

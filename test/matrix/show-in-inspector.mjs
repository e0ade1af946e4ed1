import { press, setText } from "./act.mjs";
import { describeFrame, until, watch } from "./show.mjs";

/** Calls `show_tool` of the gateway among the apps of the MCP Inspector, which shows the frame, which shows the View. */
export async function showInInspector(browser, options) {
  const { server, inspector, source } = options;
  server.calls.length = 0;
  const page = await browser.open(inspector.url);
  try {
    await until(() =>
      page.inHost(`
      const isConnected = document.body.innerText.includes("Connected\\n");
      if (!isConnected) document.querySelector("main [role=switch]:not(:checked)")?.click();
      return isConnected`),
    );
    await until(() =>
      page.inHost(`
      document.querySelector("input[type=radio][value=Apps]")?.click();
      return document.body.innerText.includes("MCP Apps (")`),
    );
    await until(() =>
      page.inHost(`
      [...document.querySelectorAll("main p, main span")].find(({ innerText }) => innerText === "Show a tool")?.click();
      return document.querySelector("main .ace_editor")?.env?.editor !== undefined`),
    );
    await page.inHost(`
      const label = [...document.querySelectorAll("main label")].find(({ innerText }) => innerText.startsWith("path"));
      ${setText("label.control", source.path)}
      document.querySelector("main .ace_editor").env.editor.setValue(${JSON.stringify(JSON.stringify(server.given ?? server.sample))})`);
    await until(() => page.inHost(`return ${press("main", "Open App")}`));
    // Without the internet, its own fonts are missing.
    page.errors.length = 0;
    const isReady = () =>
      page.inView(`return document.getElementById("strip")?.dataset.state === "ready"`, 2);
    const cell = await watch(page, isReady, { ...options, policy: "strict", depth: 3 });
    return { ...cell, problems: await describeFrame(page) };
  } finally {
    await page.close();
  }
}

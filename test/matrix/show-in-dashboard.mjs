import { setTimeout as sleep } from "node:timers/promises";
import { press, setText } from "./act.mjs";
import { until, watch } from "./show.mjs";

/** Signs the browser in, for all pages that it opens later. */
export async function signIn(browser, { signInLink }) {
  const page = await browser.open(signInLink);
  await until(() => page.inHost(`return document.querySelector("h1")?.innerText === "Overview"`));
  await page.close();
}

/** Runs the tool on its page in the dashboard, and allows the View what it needs when the page offers it. */
export async function showInDashboard(browser, options) {
  const { server, gateway, source, needs } = options;
  server.calls.length = 0;
  const page = await browser.open(new URL(`/tools/${source.path}`, gateway.signInLink).href);
  try {
    await until(() => page.inHost(`return document.querySelector("textarea") !== null`));
    const given = JSON.stringify(server.given ?? server.sample, null, 2);
    await page.inHost(setText(`document.querySelector("textarea")`, given));
    await until(() => page.inHost(`return ${press("main", "Run")}`));
    // Before it runs a tool that may be destructive, the page asks.
    await until(() =>
      page.inHost(`return ${press("[role=dialog]", "Run")} || document.querySelector("${RESULT}") !== null`),
    );
    let isAllowed = !needs;
    const isReady = async () => {
      // The page also asks about what the View calls.
      await page.inHost(`return ${press(RESULT, "Always approve this path")}`);
      // What it needs shows one at a time, since each starts the View again.
      if (needs && (await page.inHost(`return ${press(RESULT, "Allow for this View")}`))) {
        isAllowed = true;
        await sleep(RESTART_MS);
        return false;
      }
      return isAllowed && page.inHost(`return document.querySelector("${RESULT} iframe") !== null`);
    };
    const cell = await watch(page, isReady, { ...options, policy: "compatible" });
    const problems = await page.inHost(`
      const found = document.querySelectorAll("main [role=alert], ${RESULT} [aria-label=Blocked] p");
      return [...found].map(({ innerText }) => innerText)`);
    return { ...cell, problems };
  } finally {
    await page.close();
  }
}

/** A View that starts again needs a moment until it shows what else it lacks. */
const RESTART_MS = 3000;
const RESULT = "[aria-label=Result]";

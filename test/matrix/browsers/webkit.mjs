import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findPort } from "../listen.mjs";
import { startDisplay } from "./display.mjs";
import { size } from "./size.mjs";

/** WebKitGTK's own small browser on a display in memory, by plain WebDriver, which has no access to the console. */
export async function openWebKit({ driver, xvfb, browser }) {
  const display = await startDisplay(xvfb);
  const port = await findPort();
  const service = spawn(driver, [`--port=${port}`], {
    // Its sandbox does not start as root, and the pages are ours.
    env: { ...process.env, ...display.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    stdio: "ignore",
  });
  const stop = () => {
    service.kill();
    display.stop();
  };
  try {
    return await openSession(`http://127.0.0.1:${port}`, browser, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function openSession(address, binary, stop) {
  const send = async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { value } = await response.json();
    if (!response.ok)
      throw new Error(value?.message || value?.error || `WebDriver answered ${response.status}`);
    return value;
  };
  await untilListening(address);
  const options = { binary, args: ["--automation"] };
  const { sessionId, capabilities } = await send("POST", "/session", {
    capabilities: { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options } },
  });
  const session = `/session/${sessionId}`;
  const run = (script) => send("POST", `${session}/execute/sync`, { script, args: [] });
  const enter = (id) => send("POST", `${session}/frame`, { id });
  await send("POST", `${session}/window/rect`, { ...size, height: size.height + 80 });
  return {
    version: capabilities.browserVersion,
    async open(url) {
      await send("POST", `${session}/url`, { url });
      return {
        errors: undefined,
        async inHost(script) {
          await enter(null);
          return run(script);
        },
        async inView(script, depth) {
          await enter(null);
          for (let level = 0; level < depth; level++) {
            if ((await run("return frames.length")) === 0) return undefined;
            await enter(0);
          }
          return run(script);
        },
        async screenshot() {
          await enter(null);
          return Buffer.from(await send("GET", `${session}/screenshot`), "base64");
        },
        close: () => send("POST", `${session}/url`, { url: "about:blank" }),
      };
    },
    async close() {
      await send("DELETE", session).catch(() => {});
      stop();
    },
  };
}

async function untilListening(address) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await (await fetch(`${address}/status`)).json();
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(100);
    }
  }
}

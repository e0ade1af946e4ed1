import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Waits until the gateway that a child process starts on a home is running. Returns its URL, its MCP URL and a link that
 * signs the owner in.
 */
export async function whenRunning(child, home) {
  let output = "";
  await new Promise((resolve, reject) => {
    const read = (data) => {
      output += data;
      if (!/^Toolshed \S+ is running/m.test(output)) return;
      child.stdout.off("data", read).resume();
      resolve();
    };
    child.stdout.on("data", read);
    once(child, "exit").then(() => reject(new Error(`The gateway ended: ${output}`)), reject);
  });
  const { url, secret } = JSON.parse(readFileSync(join(home, "gateway.json"), "utf8"));
  const request = async (method, path) => {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const { mcpUrl } = await request("GET", "/status");
  const { url: signInLink } = await request("POST", "/sign-in-links");
  return { url, mcpUrl, signInLink };
}

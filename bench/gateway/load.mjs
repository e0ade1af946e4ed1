import { Agent, request } from "node:http";
import { loadWith } from "../sources/load-with.mjs";

/** Sends the same POST over and over with a number of requests in flight, and tells how long each took. */
export async function load({ url, headers, body, inFlight, durationMs, check }) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const options = {
    agent,
    hostname,
    port,
    path: pathname,
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  };
  const send = () =>
    new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (data) => {
          text += data;
        });
        incoming.on("end", () => resolve(text));
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });

  check(await send());
  const result = await loadWith({ send, inFlight, durationMs });
  agent.destroy();
  return result;
}

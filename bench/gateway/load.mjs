import { Agent, request } from "node:http";

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
  const warmUntil = performance.now() + durationMs / 4;
  while (performance.now() < warmUntil) await Promise.all(Array.from({ length: inFlight }, send));

  const times = [];
  const started = performance.now();
  const until = started + durationMs;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await send();
        times.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = performance.now() - started;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), perSecond: (times.length * 1000) / elapsed };
}

import { Agent, request } from "node:http";

const answerMs = 1_000;

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, and tells what became of them. Durations
 * begin when a request was due, so a request that waits for a connection counts as waiting.
 */
export async function openLoop({ url, headers, body, check, rate, durationMs, timeoutMs, connections }) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const options = {
    agent,
    hostname,
    port,
    path: pathname,
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
  };
  const outcome = { sent: 0, shed: 0, timeouts: 0, resets: 0, others: 0, durations: [] };

  const send = (dueAt) =>
    new Promise((resolve) => {
      let isLate = false;
      const outgoing = request(options, (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (data) => {
          text += data;
        });
        incoming.on("end", () => finish(incoming.statusCode, text));
        incoming.on("error", fail);
      });
      const timer = setTimeout(() => {
        isLate = true;
        outgoing.destroy();
      }, timeoutMs);
      outgoing.on("error", fail);
      outgoing.end(body);

      function finish(status, text) {
        clearTimeout(timer);
        if (status === 200 && check(text)) outcome.durations.push(performance.now() - dueAt);
        else if (status === 503) outcome.shed++;
        else outcome.others++;
        resolve();
      }
      function fail() {
        clearTimeout(timer);
        if (isLate) outcome.timeouts++;
        else outcome.resets++;
        resolve();
      }
    });

  const start = performance.now();
  const total = Math.floor((rate * durationMs) / 1_000);
  const pending = [];
  while (outcome.sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * rate) / 1_000));
    while (outcome.sent < due) pending.push(send(start + (outcome.sent++ * 1_000) / rate));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const sendingMs = performance.now() - start;
  await Promise.all(pending);
  agent.destroy();

  const durations = outcome.durations.sort((a, b) => a - b);
  const percentile = (share) => durations[Math.floor(share * durations.length)] ?? Number.NaN;
  return {
    ...outcome,
    sentPerSecond: (1_000 * total) / sendingMs,
    goodPerSecond: (1_000 * durations.filter((ms) => ms <= answerMs).length) / sendingMs,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

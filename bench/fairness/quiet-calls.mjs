import { setTimeout } from "node:timers/promises";
import { createSender } from "../create-sender.mjs";
import { toolCall } from "../gateway/call-request.mjs";

/** A person pauses between two calls. */
const pauseMs = 5;

/** What one person's calls take, one after the other. */
export async function measureQuietCalls({ url, token, path = "samples.notes.list" }, durationMs) {
  const { body, headers } = toolCall("call_tool", { path, arguments: {} });
  const sender = createSender({
    url: `${url}/api/mcp`,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  const times = [];
  for (const until = performance.now() + durationMs; performance.now() < until; ) {
    const started = performance.now();
    const { status, text } = await sender.send(body);
    times.push(performance.now() - started);
    if (status !== 200 || text.includes("isError"))
      throw new Error(`Unexpected answer: ${text.slice(0, 500)}`);
    await setTimeout(pauseMs);
  }
  sender.close();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { p50: at(0.5), p99: at(0.99), max: at(1), count: times.length };
}

import { createSender } from "../create-sender.mjs";

const answerMs = 1_000;

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, and tells what became of them. Durations
 * begin when a request was due, so a request that waits for a connection counts as waiting.
 */
export async function openLoop({ url, headers, body, check, rate, durationMs, timeoutMs, connections }) {
  const sender = createSender({ url, headers, connections, timeoutMs });
  const outcome = { sent: 0, shed: 0, timeouts: 0, resets: 0, others: 0, durations: [] };

  async function send(dueAt) {
    try {
      const { status, text } = await sender.send(body);
      if (status === 200 && check(text)) outcome.durations.push(performance.now() - dueAt);
      else if (status === 503) outcome.shed++;
      else outcome.others++;
    } catch ({ isLate }) {
      if (isLate) outcome.timeouts++;
      else outcome.resets++;
    }
  }

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
  sender.close();

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

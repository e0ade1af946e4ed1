/** How long a stream may be silent. The gateway sends a comment every 15 seconds. */
const QUIET_MS = 40_000;

/** Calls back with the data of each event of an event stream. Resolves when the stream ends; rejects if it breaks or falls silent. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onevent: (data: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const timer = setTimeout(() => reader.cancel().catch(() => {}), QUIET_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() as string;
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)/.exec(line)?.[1] ?? []);
      if (data.length > 0) onevent(data.join("\n"));
    }
  }
}

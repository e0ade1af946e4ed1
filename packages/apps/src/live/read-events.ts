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
    const events = text.split("\n\n");
    text = events.pop() as string;
    for (const event of events) {
      // The gateway writes JSON, in one line.
      const data = /^data: ?(.*)/m.exec(event)?.[1];
      if (data) onevent(data);
    }
  }
}

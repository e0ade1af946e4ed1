import { dataBounds } from "../../json/parse-json.ts";
import { createTimeSlices } from "../time-slices.ts";
import type { FloodGuard } from "./flood-guard.ts";

export interface EventGuardOptions {
  readonly flood: FloodGuard;
  /**
   * What the stream is for: the answer to one request, which is bounded as a whole; what the server sends by itself; or
   * both, where there is one stream for everything.
   */
  readonly use: "answer" | "notices" | "everything";
  /** Called when it has sent more than is bearable. */
  onFlood(): void;
}

const maxAnswerBytes = 16 * 1024 * 1024;
/** As much as is given to the reader at once, which takes its time for every message. */
const pieceBytes = 8 * 1024;
const eventStream = /^text\/event-stream\b/i;
/** Where answers come the same way, most events are asked for. */
const eventWeights = { answer: 1, notices: 1, everything: 1 / 16 };

/** The same answer. If it is a stream of events, that fails once it is too much, or one of its events nests too deep. */
export function guardEvents(response: Response, options: EventGuardOptions): Response {
  const { body, status, statusText, headers, url } = response;
  if (!body || !eventStream.test(headers.get("content-type") ?? "")) return response;
  const reader = body.getReader();
  const scan = createScanner(options);
  const slices = createTimeSlices();
  let rest = new Uint8Array();
  const guarded = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (rest.byteLength === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          try {
            scan(value);
          } catch (error) {
            await reader.cancel(error).catch(() => {});
            throw error;
          }
          rest = value as Uint8Array<ArrayBuffer>;
        }
        if (slices.isOver()) await slices.next();
        controller.enqueue(rest.subarray(0, pieceBytes));
        rest = rest.subarray(pieceBytes);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const passed = new Response(guarded, { status, statusText, headers });
  return Object.defineProperty(passed, "url", { value: url });
}

function createScanner({ flood, use, onFlood }: EventGuardOptions): (chunk: Uint8Array) => void {
  const countEvents = createEventCounter();
  let total = 0;
  let isAnswered = use !== "answer";
  return (chunk) => {
    total += chunk.byteLength;
    if (use === "answer" && total > maxAnswerBytes) throw new Error("The server sent an answer without end");
    const events = countEvents(chunk);
    // The first one may be the answer.
    const unasked = isAnswered ? events : Math.max(0, events - 1);
    isAnswered ||= events > 0;
    const isBearable =
      flood.takeMessages(unasked * eventWeights[use]) &&
      (use === "answer" || flood.takeBytes(chunk.byteLength));
    if (isBearable) return;
    onFlood();
    throw new Error("The server sent too many events");
  };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const dataField = Buffer.from("data:");
const backslash = 0x5c;
const brackets = new Int8Array(256);
for (const [open, close] of ["[]", "{}"]) {
  brackets[(open as string).charCodeAt(0)] = 1;
  brackets[(close as string).charCodeAt(0)] = -1;
}

/** Tells how many events end in a chunk. Throws where the JSON in one of them nests too deep. */
export function createEventCounter(): (chunk: Uint8Array) => number {
  let depth = 0;
  let lineLength = 0;
  let isInString = false;
  let isEscaped = false;
  let afterReturn = false;
  let isData = false;

  return (chunk) => {
    let ended = 0;
    for (const byte of chunk) {
      if (byte === lineFeed || byte === carriageReturn) {
        const isSecondHalf = byte === lineFeed && afterReturn;
        afterReturn = byte === carriageReturn;
        if (isSecondHalf) continue;
        if (lineLength === 0) {
          ended += 1;
          depth = 0;
          isInString = false;
          isEscaped = false;
        }
        lineLength = 0;
        continue;
      }
      afterReturn = false;
      lineLength += 1;
      // Comments and other fields are no JSON: a quote in one of them says nothing.
      if (lineLength <= dataField.length) {
        isData = (isData || lineLength === 1) && byte === dataField[lineLength - 1];
        continue;
      }
      if (!isData) continue;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) isInString = true;
      else {
        depth += brackets[byte] as number;
        if (depth > dataBounds.depth) throw new Error("The server sent a message that nests too deep");
      }
    }
    return ended;
  };
}

import type { Readable, Writable } from "node:stream";
import type { Caller } from "../../policy/caller.ts";
import { handshakes, serve } from "./dispatch.ts";
import type { McpEndpoint, McpRequest } from "./endpoint.ts";
import { type Client, readEnvelope, readInitialize, unknownClient } from "./envelope.ts";
import { createListening } from "./listen.ts";
import { isRequest, type RequestId, type RpcMessage, type RpcRequest } from "./message.ts";
import { toProtocolError, toWire } from "./protocol-error.ts";
import { readMessage } from "./read-message.ts";
import { Session } from "./session.ts";

export interface StdioParts {
  readonly endpoint: McpEndpoint;
  readonly caller: Caller;
  readonly input: Readable;
  readonly output: Writable;
}

const maxLineBytes = 16 * 1024 * 1024;
const newline = 0x0a;
const common = { ...handshakes, ...createListening().handlers };
/** The client runs on the user's own machine, so it may see any error. */
const report = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Serves one client, one message per line, until it closes its end. Each message may be of either era. */
export async function serveStdio({ endpoint, caller, input, output }: StdioParts): Promise<void> {
  const description = await endpoint.describe("legacy", caller);
  const write = (message: object) => {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const open = (client: Client): Session => {
    const opened = new Session(client, description);
    opened.hear(write);
    return opened;
  };
  let session = open(unknownClient());

  async function answer(message: RpcRequest): Promise<void> {
    const { id, method, params = {} } = message;
    const client = readEnvelope(message);
    if (!client && method === "initialize") session = open(readInitialize(params) ?? unknownClient());
    await session.serve(id, async (signal) => {
      const era: Pick<McpRequest, "era" | "client" | "connection"> = client
        ? { era: "modern", client }
        : { era: "legacy", client: session.client, connection: session };
      const request: McpRequest = { id, method, params, caller, signal, send: write, ...era };
      const outcome = await serve(endpoint, request, common, report);
      if (signal.aborted) return;
      write({ id, ...("error" in outcome ? { error: toWire(outcome.error) } : outcome) });
    });
  }

  const refuse = (id: RequestId | null) => (thrown: unknown) =>
    write({ id, error: toWire(toProtocolError(thrown, report)) });

  function receive(line: Buffer): void {
    let messages: readonly RpcMessage[] = [];
    try {
      messages = [readMessage(line)].flat();
    } catch (thrown) {
      refuse(null)(thrown);
    }
    for (const message of messages) {
      if (isRequest(message)) answer(message).catch(refuse(message.id));
      else session.receive(message);
    }
  }

  await new Promise<void>((resolve) => {
    const leave = () => {
      input.pause();
      session.end().then(resolve, resolve);
    };
    onLine(input, receive, leave);
    input.on("end", leave).on("error", leave);
    output.on("error", leave);
  });
}

function onLine(input: Readable, receive: (line: Buffer) => void, onTooLong: () => void): void {
  let parts: Buffer[] = [];
  let length = 0;
  input.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      length = 0;
      start = end + 1;
      if (!isBlank(line)) receive(line);
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > maxLineBytes) onTooLong();
  });
}

const isBlank = (line: Buffer): boolean => line.length < 2 && line.toString().trim() === "";

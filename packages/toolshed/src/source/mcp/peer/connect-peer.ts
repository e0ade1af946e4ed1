import type { UpstreamTransport } from "../transport/upstream-transport.ts";
import { DiedOfQuestion, type Known } from "./handshake.ts";
import { keepListening } from "./keep-listening.ts";
import { changeMethod, type PeerOptions, UpstreamPeer } from "./upstream-peer.ts";

export interface ConnectOptions extends PeerOptions {
  /** Makes a transport, which is used once. */
  open(): UpstreamTransport;
  readonly known?: Known | undefined;
  readonly startMs: number;
  /** Gives up at once. A connection that was made is not touched. */
  readonly signal: AbortSignal;
}

export async function connectPeer(options: ConnectOptions): Promise<UpstreamPeer> {
  const peer = await connectOnce(options, options.known).catch((error) => {
    // Some older programs end when they are asked anything before `initialize`.
    if (!(error instanceof DiedOfQuestion) || options.signal.aborted) throw error;
    return connectOnce(options, "legacy");
  });
  // Without it the server is used as it is.
  if (peer.isModern) await followLists(peer, options).catch(() => {});
  return peer;
}

async function connectOnce(options: ConnectOptions, known: Known | undefined): Promise<UpstreamPeer> {
  const transport = options.open();
  const peer = new UpstreamPeer(transport, options);
  const giveUp = () => {
    transport.close().catch(() => {});
  };
  options.signal.addEventListener("abort", giveUp);
  try {
    await peer.connect(known, options.startMs);
    return peer;
  } catch (error) {
    await transport.close().catch(() => {});
    if (error instanceof DiedOfQuestion || transport.reason === undefined) throw error;
    throw new Error(`The server ${transport.reason}`, { cause: error });
  } finally {
    options.signal.removeEventListener("abort", giveUp);
  }
}

async function followLists(peer: UpstreamPeer, { onNotification, startMs }: ConnectOptions): Promise<void> {
  const lists = peer.changingLists;
  if (lists.length === 0) return;
  const filter = Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]));
  await keepListening(peer, filter, startMs, () => {
    for (const list of lists) onNotification({ method: changeMethod(list), params: {} });
  });
}

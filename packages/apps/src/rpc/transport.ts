import type { JSONRPCMessage } from "./message.ts";

/**
 * A channel to the other side; the transports of both majors of the MCP SDK are such channels.
 * `start` is called once, after the callbacks are set. Nothing is delivered before `start` or after `close`,
 * and `onclose` is called once, whichever side closes.
 */
export interface Transport {
  start(): Promise<void>;
  /** `extra` is for the transport alone: which exchange a message belongs to, for example. */
  send(message: JSONRPCMessage, extra?: object): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: object) => void) | undefined;
  sessionId?: string | undefined;
  setProtocolVersion?: ((version: string) => void) | undefined;
}

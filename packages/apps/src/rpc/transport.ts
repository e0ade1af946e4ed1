import type { JSONRPCMessage } from "./message.ts";

/**
 * A channel to the other side. The transports of both majors of the MCP SDK fit too. Nothing is delivered
 * before `start` or after `close`, and `onclose` is called once, whichever side closes.
 */
export interface Transport {
  /** Starts receiving. Called once, after the callbacks are set. */
  start(): Promise<void>;
  /** Sends a message. `extra` is for the transport alone, such as which exchange a message belongs to. */
  send(message: JSONRPCMessage, extra?: object): Promise<void>;
  /** Closes the channel. */
  close(): Promise<void>;
  /** Called when the channel closes. */
  onclose?: (() => void) | undefined;
  /** Called with errors of the channel, such as malformed messages. */
  onerror?: ((error: Error) => void) | undefined;
  /** Called with each message. */
  onmessage?: ((message: JSONRPCMessage, extra?: object) => void) | undefined;
  /** The session, if the channel has one. */
  sessionId?: string | undefined;
  /** Called with the negotiated protocol version, for transports that send it. */
  setProtocolVersion?: ((version: string) => void) | undefined;
}

export { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError, SdkError } from "./error.ts";
export {
  isJsonRpcMessage,
  isObject,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from "./message.ts";
export { type IncomingRequest, Peer, type Receiver } from "./peer.ts";
export type { ChannelOptions, Progress } from "./request-options.ts";
export type { Transport } from "./transport.ts";

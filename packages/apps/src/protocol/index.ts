/* What both entries, of the View and of the bridge, export of the protocol and of its transports. */

export { ProtocolError, SdkError, type SdkErrorCode } from "../rpc/error.ts";
export { createMemoryTransports } from "../rpc/memory-transport.ts";
export type { JSONRPCMessage, RequestId } from "../rpc/message.ts";
export { MessagePortTransport } from "../rpc/message-port-transport.ts";
export type { Progress, RequestOptions } from "../rpc/request-options.ts";
export type { Transport } from "../rpc/transport.ts";
export { PostMessageTransport } from "../rpc/window-transport.ts";
export { LATEST_PROTOCOL_VERSION, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from "./constants.ts";
export type {
  LegacyMethodSchema,
  LegacyNotificationHandler,
  LegacyNotificationHandlerSetter,
  LegacyRequestHandler,
  LegacyRequestHandlerExtra,
  LegacyRequestHandlerSetter,
  RequestHandlerExtra,
} from "./handler-types.ts";
export type * from "./mcp-types.ts";
export type { AppNotification, AppRequest, AppResult } from "./message-types.ts";
export * from "./method-names.ts";
export * from "./schemas.ts";
export type { StandardSchemaV1, StandardSchemaWithJSON } from "./standard-schema.ts";
export type * from "./ui-types.ts";

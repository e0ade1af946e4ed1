import type { RequestId } from "../rpc/message.ts";
import type { Call } from "../rpc/peer.ts";
import type { RequestOptions } from "../rpc/request-options.ts";
import type { RequestMeta, Result } from "./mcp-types.ts";
import type * as methods from "./methods.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

type Row = (typeof methods)[keyof typeof methods];
type RequestRows = { [R in Extract<Row, { result: unknown }> as R["method"]]: NonNullable<R["types"]> };
type NotificationRows = { [R in Row as R["method"]]: NonNullable<R["types"]> };

export type RequestMethod = keyof RequestRows;
export type ResultOf<Method extends RequestMethod> = RequestRows[Method]["result"];

export interface SendRequest {
  <Method extends keyof RequestRows>(
    request: { method: Method; params?: { [key: string]: unknown } | undefined },
    options?: RequestOptions,
  ): Promise<RequestRows[Method]["result"]>;
  <Schema extends StandardSchemaV1>(
    request: Call,
    resultSchema: Schema,
    options?: RequestOptions,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>;
  (request: Call, options?: RequestOptions): Promise<Result>;
}

type SendNotification = (notification: Call) => Promise<void>;

/** What a request handler gets beside the params: the fields of SDK 1.x, and `mcpReq` of SDK 2.x. */
export interface RequestHandlerExtra {
  /** Aborts when the other side cancels the request or the channel closes. */
  readonly signal: AbortSignal;
  /** The JSON-RPC id of the request. */
  readonly requestId: RequestId;
  /** The session of the transport, if it has one. */
  readonly sessionId?: string | undefined;
  /** The `_meta` of the request. */
  readonly _meta?: RequestMeta;
  /** Sends a request to the other side. */
  readonly sendRequest: SendRequest;
  /** Sends a notification to the other side. */
  readonly sendNotification: SendNotification;
  /** The same, as SDK 2.x names it. */
  readonly mcpReq: {
    /** The JSON-RPC id of the request. */
    readonly id: RequestId;
    /** The method of the request. */
    readonly method: string;
    /** Aborts when the other side cancels the request or the channel closes. */
    readonly signal: AbortSignal;
    /** The `_meta` of the request. */
    readonly _meta?: RequestMeta;
    /** Sends a request to the other side. */
    readonly send: SendRequest;
    /** Sends a notification to the other side. */
    readonly notify: SendNotification;
    /** Always undefined: requests of MCP Apps have no state. */
    requestState<T = unknown>(): T | undefined;
  };
}

type MaybePromise<T> = T | Promise<T>;

/** A schema of a whole message, as SDK 1.x takes it in place of a method's name. */
export type LegacyMethodSchema = StandardSchemaV1 & {
  /** The fields of the message. */
  readonly shape: {
    /** The schema of the method's name. */
    readonly method: {
      /** The name of the method. */
      readonly value: string;
    };
  };
};
/** The second argument of a request handler, under its name in SDK 1.x. */
export type LegacyRequestHandlerExtra = RequestHandlerExtra;
/** A request handler in the form of SDK 1.x: it gets the whole request. */
export type LegacyRequestHandler<Schema extends LegacyMethodSchema> = (
  request: StandardSchemaV1.InferOutput<Schema>,
  extra: RequestHandlerExtra,
) => unknown;
/** A notification handler in the form of SDK 1.x: it gets the whole notification. */
export type LegacyNotificationHandler<Schema extends LegacyMethodSchema> = (
  notification: StandardSchemaV1.InferOutput<Schema>,
) => void | Promise<void>;
/** `setRequestHandler` that also takes the form of SDK 1.x: `(schema, handler)`. */
export type LegacyRequestHandlerSetter<Modern> = Modern &
  (<Schema extends LegacyMethodSchema>(schema: Schema, handler: LegacyRequestHandler<Schema>) => void);
/** `setNotificationHandler` that also takes the form of SDK 1.x: `(schema, handler)`. */
export type LegacyNotificationHandlerSetter<Modern> = Modern &
  (<Schema extends LegacyMethodSchema>(schema: Schema, handler: LegacyNotificationHandler<Schema>) => void);

export interface SetRequestHandler {
  <Method extends keyof RequestRows>(
    method: Method,
    handler: (
      request: { method: Method; params: RequestRows[Method]["params"] },
      extra: RequestHandlerExtra,
    ) => MaybePromise<RequestRows[Method] extends { given: infer Given } ? Given : unknown>,
  ): void;
  <Params extends StandardSchemaV1, Given extends StandardSchemaV1 | undefined = undefined>(
    method: string,
    schemas: { params: Params; result?: Given },
    handler: (
      params: StandardSchemaV1.InferOutput<Params>,
      extra: RequestHandlerExtra,
    ) => MaybePromise<Given extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Given> : Result>,
  ): void;
  <Schema extends LegacyMethodSchema>(schema: Schema, handler: LegacyRequestHandler<Schema>): void;
  (method: string, handler: (request: Call, extra: RequestHandlerExtra) => unknown): void;
}

export interface SetNotificationHandler {
  <Method extends keyof NotificationRows>(
    method: Method,
    handler: (notification: {
      method: Method;
      params: NotificationRows[Method]["params"];
    }) => void | Promise<void>,
  ): void;
  <Params extends StandardSchemaV1>(
    method: string,
    schemas: { params: Params },
    handler: (params: StandardSchemaV1.InferOutput<Params>, notification: Call) => void | Promise<void>,
  ): void;
  <Schema extends LegacyMethodSchema>(schema: Schema, handler: LegacyNotificationHandler<Schema>): void;
  (method: string, handler: (notification: Call) => void | Promise<void>): void;
}

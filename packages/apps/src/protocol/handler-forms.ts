import { INVALID_PARAMS } from "../rpc/error.ts";
import type { LegacyMethodSchema, RequestHandlerExtra } from "./handler-types.ts";
import type { Json } from "./mcp-types.ts";
import { type StandardSchemaV1, validate } from "./standard-schema.ts";

/*
 * The forms in which handlers are given: `(messageSchema, handler)` as in SDK 1.x, and `(method, handler)` or
 * `(method, { params, result? }, handler)` as in SDK 2.x.
 */
export type HandlerForm =
  | [target: string | LegacyMethodSchema, handler: Json]
  | [method: string, schemas: { params: StandardSchemaV1; result?: StandardSchemaV1 }, handler: Json];

export interface GivenHandler {
  method: string;
  /** In the form of SDK 1.x. */
  isLegacy: boolean;
  /** Notifications have no extra; their handler gets the message in its place. */
  handler(params: Json, extra?: RequestHandlerExtra): Promise<unknown>;
}

export function parseHandlerForm(form: HandlerForm): GivenHandler {
  const [target, schemas, handler] = form.length === 3 ? form : [form[0], undefined, form[1]];
  const isLegacy = typeof target !== "string";
  const method = isLegacy ? target.shape.method.value : target;
  const schema = isLegacy ? target : schemas?.params;
  return {
    method,
    isLegacy,
    async handler(params, extra) {
      const message = { method, params };
      const read = schema
        ? await validate(schema, isLegacy ? message : params, `Invalid params for ${method}`, INVALID_PARAMS)
        : message;
      const result = await handler(read, extra ?? message);
      return schemas?.result ? validate(schemas.result, result, `Invalid result for ${method}`) : result;
    },
  };
}

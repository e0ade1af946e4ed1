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

export function toRequestHandler(form: HandlerForm) {
  const { method, read, schemas, handler } = parseForm(form);
  return {
    method,
    handler: async (params: Json, extra: RequestHandlerExtra): Promise<unknown> => {
      const result = await handler(await read(params), extra);
      return schemas?.result ? validate(schemas.result, result, `Invalid result for ${method}`) : result;
    },
  };
}

export function toNotificationHandler(form: HandlerForm) {
  const { method, read, handler } = parseForm(form);
  return {
    method,
    handler: async (params: Json): Promise<void> => handler(await read(params), { method, params }),
  };
}

function parseForm(form: HandlerForm) {
  const [target, schemas, handler] = form.length === 3 ? form : [form[0], undefined, form[1]];
  const method = typeof target === "string" ? target : target.shape.method.value;
  const read = (params: Json): unknown => {
    const message = { method, params };
    const what = `Invalid params for ${method}`;
    if (schemas) return validate(schemas.params, params, what, INVALID_PARAMS);
    return typeof target === "string" ? message : validate(target, message, what, INVALID_PARAMS);
  };
  return { method, read, schemas, handler };
}

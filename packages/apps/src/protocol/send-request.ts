import type { Call, Peer } from "../rpc/peer.ts";
import type { Json } from "./mcp-types.ts";
import { validate } from "./standard-schema.ts";

/** Sends any request, as `(request, options?)` of SDK 2.x or `(request, resultSchema, options?)` of both majors. */
export async function sendRequest(peer: Peer, request: Call, ...rest: Json[]): Promise<Json> {
  const schema = rest[0]?.["~standard"] && rest.shift();
  const result = await peer.request(request, rest[0]);
  return schema ? validate(schema, result, `Invalid result for ${request.method}`) : result;
}

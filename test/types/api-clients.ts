import type { AnswerOf } from "toolshed/api";
import { expectTypeOf } from "vitest";
import { request } from "../../packages/dashboard/src/api/request.ts";
import { toUrl } from "../../packages/dashboard/src/api/to-url.ts";
import type { ListedSource } from "../../packages/toolshed/src/catalog/sources.ts";
import { type GatewayDoor, requestGateway } from "../../packages/toolshed/src/cli/client/request-gateway.ts";

// Both clients of `/api/v1` take what a route's definition says, and nothing else.

export async function command(door: GatewayDoor): Promise<void> {
  const { tools } = await requestGateway(door, "GET /agent/tools", {
    query: { query: "notes", source: "a" },
  });
  expectTypeOf(tools[0]?.path).toEqualTypeOf<string | undefined>();
  await requestGateway(door, "POST /stop", {});
  await requestGateway(door, "POST /rotate-secret", {});
  const { url } = await requestGateway(door, "POST /sign-in-links", {});
  expectTypeOf(url).toEqualTypeOf<string>();
  const body = { specifier: "./plugin.ts" };
  expectTypeOf(await requestGateway(door, "POST /plugins", { body })).toEqualTypeOf<{
    name: string;
    toolCount: number;
    warnings: string[];
  }>();

  // @ts-expect-error: there is no such path
  await requestGateway(door, "GET /tool", {});
  // @ts-expect-error: there is no such method of it
  await requestGateway(door, "PATCH /plugins", { body });
  // @ts-expect-error: the body has no such field
  await requestGateway(door, "POST /plugins", { body: { ...body, version: "1" } });
  // @ts-expect-error: a field is missing
  await requestGateway(door, "POST /agent/serve/answers", { body: { handle: "a" } });
  // @ts-expect-error: a field has another type
  await requestGateway(door, "PATCH /members/:id", { params: { id: "a" }, body: { role: 1 } });
  // @ts-expect-error: it takes a body
  await requestGateway(door, "POST /endpoints", {});
  // @ts-expect-error: it takes none
  await requestGateway(door, "POST /stop", { body });
  // @ts-expect-error: the query has no such field
  await requestGateway(door, "GET /agent/tools", { query: { sources: "a" } });
  // @ts-expect-error: a field of the query has another type
  await requestGateway(door, "GET /calls", { query: { limit: "5" } });
  // @ts-expect-error: the path has a name to fill in
  await requestGateway(door, "GET /agent/tools/:path", {});
  // @ts-expect-error: the path has another name
  await requestGateway(door, "GET /agent/tools/:path", { params: { id: "a" } });
}

export async function page(): Promise<void> {
  const added = await request("POST /sources", { body: { id: "a", kind: "mcp", config: {} } });
  expectTypeOf(added).toEqualTypeOf<ListedSource>();
  expectTypeOf(await request("GET /status", {})).toEqualTypeOf<{
    version: string;
    url: string;
    mcpUrl: string;
    toolCount: number;
    clients: {
      readonly open: number;
      readonly strangers: number;
      readonly closedForRoom: number;
      readonly refused: number;
    } | null;
  }>();
  await request("GET /tools", { query: { source: "a", unconnected: "true" } });
  toUrl("GET /calls/stream", { query: { of: "all", after: 1 } });

  // @ts-expect-error: there is no such path
  await request("GET /tool", {});
  // @ts-expect-error: the body has no such field
  await request("POST /sources", { body: { id: "a", kind: "mcp", config: {}, name: "a" } });
  // @ts-expect-error: a field is missing
  await request("POST /session", { body: { email: "a@example.com" } });
  // @ts-expect-error: a field has another type
  await request("POST /approvals/:id", { params: { id: "a" }, body: { approved: true, reach: "forever" } });
  // @ts-expect-error: it takes a body
  await request("PUT /sources/:id/document", { params: { id: "a" } });
  // @ts-expect-error: the query has no such field
  await request("GET /tools", { query: { sources: "a" } });
  // @ts-expect-error: a field of the query has another type
  await request("GET /endpoints", { query: { limit: "5" } });
  // @ts-expect-error: it takes no query
  await request("GET /roles", { query: { limit: 5 } });
  // @ts-expect-error: the path has a name to fill in
  await request("DELETE /sources/:id", {});
  // @ts-expect-error: there is no such stream
  toUrl("GET /call/stream", {});
}

/** An answer whose type got lost would let everything pass. */
type IsAny<Type> = 0 extends 1 & Type ? true : false;
type Names = Parameters<typeof request>[0];
expectTypeOf<{ [Name in Names]: IsAny<AnswerOf<Name>> }[Names]>().toEqualTypeOf<false>();

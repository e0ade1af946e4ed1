import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server";
import { neverCancelled } from "../cancellation.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import type { Source, SourceTool, UpstreamNotification } from "../source/source.ts";
import { version } from "../version.ts";
import { handedOver, handOver } from "./handed-over.ts";
import { createLegacySessions } from "./legacy-sessions.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";
import { findHeaderMismatch, hasMirroredArguments } from "./parameter-headers.ts";
import { createPlainCalls } from "./plain-calls.ts";
import type { McpRequest } from "./read-message.ts";
import { createSourceServer, type SourceServerParts } from "./source-server.ts";
import { sourceTools } from "./source-tools.ts";
import { toPassage } from "./to-passage.ts";

/** The handler for the newer revision, one for each account of each user of a source: what one subscribes to is told to no other. */
interface Listening {
  readonly handler: McpHttpHandler;
  stop(): void;
}

const maxWatched = 100;
const headerMismatch = -32020;
const firstModern = "2026-07-28";
const listenMethod = "subscriptions/listen";

/** Exposes one source as it is, to clients of either era. */
export function createSourceEndpoint(parts: SourceServerParts): McpEndpoint {
  const { catalog, forward } = parts;
  const sessions = createLegacySessions(parts);
  const listening = new Map<string, Listening>();
  const plainCalls = createPlainCalls({
    async find(name, caller) {
      const [tool] = await sourceTools(caller.source as string, caller, parts, name);
      return tool;
    },
    passageFor: (context, { approval }) => toPassage(context, "modern", approval === "ask"),
    answerCall: parts.answerCall,
  });
  /** The tools with arguments that a client repeats in headers. */
  const mirroring = new WeakMap<Source, readonly SourceTool[]>();

  function listeningFor(sourceId: string, { userId, connections }: Caller): Listening {
    const key = JSON.stringify([sourceId, userId, connections]);
    const known = listening.get(key);
    if (known) return known;
    const handler = createMcpHandler(
      async ({ authInfo, requestInfo }) => {
        const { caller, ended } = handedOver(authInfo);
        // What a call needs is known without asking what the server offers beside its tools.
        const isAboutTools = requestInfo?.headers.get("mcp-method")?.startsWith("tools/") === true;
        const wanted = isAboutTools ? "tools" : "modern";
        return (await createSourceServer(sourceId, caller, wanted, parts, ended)).server;
      },
      { legacy: "reject" },
    );
    // What changes by an admin's word, or for this caller alone, the server behind does not tell of.
    const stop = catalog.subscribe((id) => {
      if (id === sourceId) handler.notify.toolsChanged();
    });
    const created = { handler, stop };
    listening.set(key, created);
    return created;
  }

  /** A stream of changes needs the server behind to tell of them, for as long as the stream lasts. */
  async function listen(
    { request, message }: McpRequest,
    caller: Caller,
    sourceId: string,
    { notify }: McpHttpHandler,
  ): Promise<void> {
    const uris = resourcesOf(message);
    const base = {
      caller,
      client: "",
      source: sourceId,
      signal: neverCancelled,
      elicit: nobodyToAsk,
    };
    await forward.describe(base);
    const subscription = await forward.subscribe(base, (notification) => {
      if (notification.method === "notifications/resources/updated")
        notify.resourceUpdated(uriOf(notification));
      if (notification.method === "notifications/tools/list_changed") notify.toolsChanged();
      if (notification.method === "notifications/resources/list_changed") notify.resourcesChanged();
      if (notification.method === "notifications/prompts/list_changed") notify.promptsChanged();
    });
    const ask = (method: string, uri: string) =>
      forward.request({ ...base, method, params: { uri } }).catch(() => ({}));
    for (const uri of uris) await ask("resources/subscribe", uri);
    request.signal.addEventListener("abort", () => {
      subscription.close();
      Promise.all(uris.map((uri) => ask("resources/unsubscribe", uri))).catch(() => {});
    });
  }

  function mirroringIn(sourceId: string): readonly SourceTool[] {
    const source = catalog.source(sourceId);
    if (!source) return [];
    const known = mirroring.get(source);
    if (known) return known;
    const tools = source.tools.filter((tool) => hasMirroredArguments(tool.inputSchema));
    mirroring.set(source, tools);
    return tools;
  }

  /** The SDK compares headers with arguments only for tools that are registered with it. */
  function mismatchIn({ request, message }: McpRequest, sourceId: string): Response | undefined {
    if (request.headers.get("mcp-method") !== "tools/call") return undefined;
    const { id = null, params } = fieldsOf(message);
    const tool = mirroringIn(sourceId).find(isNamed(params?.name));
    const mismatch = tool && findHeaderMismatch(tool.inputSchema, params?.arguments, request.headers);
    if (mismatch === undefined) return undefined;
    const error = { code: headerMismatch, message: `Bad Request: ${mismatch}` };
    return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
  }

  return {
    async fetch(asked, caller) {
      const { request, message } = asked;
      const sourceId = caller.source as string;
      // A client that names the newer revision in its header spares looking for it in the body.
      const isNamed = (request.headers.get("mcp-protocol-version") ?? "") >= firstModern;
      const isLegacy = !isNamed && (await isLegacyRequest(request, message));
      if (isLegacy) return sessions.fetch(asked, caller, sourceId);
      const { handler } = listeningFor(sourceId, caller);
      if (request.headers.get("mcp-method") === listenMethod) await listen(asked, caller, sourceId, handler);
      const mismatch = mismatchIn(asked, sourceId);
      if (mismatch) return mismatch;
      const authInfo = handOver({ caller, ended: asked.ended });
      return handler.fetch(request, { authInfo, parsedBody: message });
    },

    // Clients of older revisions have sessions here, and what is repeated in headers has to be compared.
    takes: ({ envelope, params }, { source }) =>
      envelope !== undefined && !mirroringIn(source as string).some(isNamed(params.name)),
    answer: (call, visit) => plainCalls.answer(call, visit, { name: visit.caller.source as string, version }),

    async close() {
      await plainCalls.close();
      for (const { handler, stop } of listening.values()) {
        stop();
        await handler.close();
      }
      await sessions.close();
    },
  };
}

const isNamed =
  (name: unknown) =>
  ({ upstreamName }: SourceTool): boolean =>
    upstreamName === name;

const uriOf = ({ params }: UpstreamNotification): string => String(params.uri);

function resourcesOf(message: unknown): string[] {
  const { params } = fieldsOf(message);
  const uris = (params?.notifications as Record<string, unknown> | undefined)?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string").slice(0, maxWatched) : [];
}

const fieldsOf = (message: unknown): { id?: unknown; params?: Record<string, unknown> } =>
  typeof message === "object" && message !== null ? message : {};

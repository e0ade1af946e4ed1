import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { Forward, ForwardOutcome } from "../../call/create-forward.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { Caller } from "../../policy/caller.ts";
import { nobodyToAsk } from "../../source/source.ts";
import { version } from "../../version.ts";
import { neverCancelled } from "../../work/cancellation.ts";
import type { ClientConnection, Handler, McpEndpoint, McpRequest } from "../protocol/endpoint.ts";
import type { Fields } from "../protocol/message.ts";
import { methods } from "../protocol/methods.ts";
import { errorCodes, methodNotFound, ProtocolError } from "../protocol/protocol-error.ts";
import type { Era } from "../protocol/versions.ts";
import { canAsk } from "../questions/can-ask.ts";
import { clientChannelOf } from "../questions/client-channel.ts";
import type { ServeAsking } from "../questions/serve-asking.ts";
import { type ToolSet, toolHandlers } from "../tools/tool-handlers.ts";

export interface SourceEndpointParts {
  readonly catalog: Catalog;
  readonly forward: Forward;
  readonly tools: ToolSet;
  readonly serveAsking: ServeAsking;
}

const forwarded = [
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
];
const maxWatched = 100;

/** Exposes the server behind a source as it is. */
export function createSourceEndpoint(parts: SourceEndpointParts): McpEndpoint {
  const { catalog, forward, serveAsking } = parts;
  const baseOf = (caller: Caller) => ({
    caller,
    client: "",
    source: caller.source as string,
    signal: neverCancelled,
    elicit: nobodyToAsk,
  });

  const pass = (request: McpRequest): Promise<object> => {
    const { method, caller } = request;
    const { _meta, inputResponses, requestState, ...params } = request.params;
    return serveAsking(request, {
      subject: () => JSON.stringify([method, params]),
      mayAsk: methods.get(method)?.mayAsk === true,
      clientChannel: clientChannelOf(request, false),
      run: async (visit) =>
        toWire(await forward.request({ ...visit, source: caller.source as string, method, params })),
    });
  };

  /** Notifies about changes that the server does not know of: reviews by an admin, and changed permissions. */
  const watchTools = ({ source }: Caller, tell: (method: string) => void) =>
    catalog.subscribe((id) => {
      if (id === source) tell("notifications/tools/list_changed");
    });

  return {
    info: ({ source = "" }) => ({ name: source, version }),

    async describe(era, caller) {
      const described = await forward.describe({ ...baseOf(caller), clientChannel: { era } });
      const { instructions } = described ?? {};
      return {
        capabilities: toCapabilities(described?.capabilities ?? {}, era),
        ...(instructions !== undefined && { instructions }),
      };
    },

    handlers: {
      ...toolHandlers(parts.tools, serveAsking, (request) =>
        clientChannelOf(request, request.caller.approval === "ask"),
      ),
      ...Object.fromEntries(forwarded.map((method) => [method, pass])),
      ...ofSessions(pass),
    },

    async listen({ resourceSubscriptions = [] }, { caller }, tell) {
      const base = baseOf(caller);
      const uris = resourceSubscriptions.slice(0, maxWatched);
      const subscription = await forward.subscribe(base, ({ method, params }) => tell(method, { ...params }));
      const stopTools = watchTools(caller, tell);
      const ask = (method: string, uri: string) => forward.request({ ...base, method, params: { uri } });
      for (const uri of uris) await ask("resources/subscribe", uri);
      return () => {
        stopTools();
        subscription.close();
        Promise.all(uris.map((uri) => ask("resources/unsubscribe", uri))).catch(() => {});
      };
    },

    async attach(connection, caller) {
      const base = baseOf(caller);
      const stopTools = watchTools(caller, (method) => connection.tell({ method, params: {} }));
      const roots = {
        session: connection,
        isPresent: () => connection.isPresent(),
        isListening: () => connection.isListening(),
        async list() {
          const hasRoots = canAsk({ era: "legacy", client: connection.client, connection }, "roots/list");
          return hasRoots ? connection.ask("roots/list", {}) : undefined;
        },
      };
      const subscription = await forward.subscribe(
        base,
        (notification) => connection.tell(notification),
        roots,
      );
      return {
        rootsChanged: () => subscription.rootsChanged(),
        presenceChanged: () => subscription.presenceChanged(),
        async detach() {
          stopTools();
          subscription.close();
          const request = {
            ...base,
            clientChannel: { era: "legacy" },
            method: "resources/unsubscribe",
          } as const;
          for (const uri of connection.watched) await forward.request({ ...request, params: { uri } });
        },
      };
    },
  };
}

/** Methods of older revisions that change the state of a session. */
function ofSessions(pass: Handler): Record<string, Handler> {
  const within = (handle: (connection: ClientConnection, request: McpRequest) => Promise<void>): Handler => {
    return async (request) => {
      if (!request.connection) throw methodNotFound();
      await handle(request.connection, request);
      return {};
    };
  };
  const uriOf = ({ params }: McpRequest) => params.uri as string;
  return {
    "resources/subscribe": within(async ({ watched }, request) => {
      if (!watched.has(uriOf(request))) await pass(request);
      watched.add(uriOf(request));
    }),
    "resources/unsubscribe": within(async ({ watched }, request) => {
      if (watched.delete(uriOf(request))) await pass(request);
    }),
    "logging/setLevel": within(async (connection, request) => {
      connection.level = request.params.level as string;
      await pass(request);
    }),
  };
}

/** What the server offers and the client can use. We notify about changed tools even if the server does not. */
function toCapabilities(offered: Readonly<Fields>, era: Era): ServerCapabilities {
  const { resources, prompts, completions, logging, extensions } = offered as ServerCapabilities;
  return {
    tools: { listChanged: true },
    ...(resources && { resources }),
    ...(prompts && { prompts }),
    ...(completions && { completions }),
    ...(logging && { logging }),
    ...(extensions && era === "modern" && { extensions }),
  };
}

function toWire(outcome: ForwardOutcome): object {
  if (outcome.kind === "ok") return outcome.result;
  if (outcome.kind === "failed" && outcome.error) throw outcome.error;
  const isDenied = outcome.kind === "refused" && outcome.code === "denied";
  throw new ProtocolError(isDenied ? errorCodes.invalidRequest : errorCodes.internalError, outcome.message);
}

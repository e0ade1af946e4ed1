import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Call } from "../call/create-call.ts";
import type { Forward } from "../call/create-forward.ts";
import { Refusal } from "../call/refusal.ts";
import { neverCancelled } from "../cancellation.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/nobody-to-ask.ts";
import type { UpstreamNotification } from "../source/source.ts";
import { UpstreamError } from "../source/upstream-error.ts";
import { version } from "../version.ts";
import type { AnswerCall } from "./answer-call.ts";
import type { Session } from "./call-context.ts";
import { callSourceTool } from "./call-source-tool.ts";
import type { CallAnswer } from "./plain-calls.ts";
import type { ServeRequest } from "./serve-request.ts";
import { sourceTools } from "./source-tools.ts";
import { toPassage } from "./to-passage.ts";

export interface SourceServerParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
  readonly forward: Forward;
  readonly answerCall: AnswerCall;
  readonly serveRequest: ServeRequest<Record<string, unknown>>;
}

export interface SourceServer {
  readonly server: Server;
  /** Takes back what the client has asked to be told of. */
  close(): Promise<void>;
}

const methods = {
  resources: ["resources/list", "resources/templates/list", "resources/read"],
  prompts: ["prompts/list", "prompts/get"],
  completions: ["completion/complete"],
} as const;
/** To which the newer revision lets a server answer with a question, as to calls of tools. */
const asking = new Set(["prompts/get", "resources/read"]);

/**
 * A server that stands for the one behind a source: what it offers, and how it answers, is that one's. One that is
 * wanted for its `tools` alone serves a single request of the newer revision, whose call may have `ended` already.
 */
export async function createSourceServer(
  sourceId: string,
  caller: Caller,
  wanted: "modern" | "legacy" | "tools",
  parts: SourceServerParts,
  ended?: Promise<CallAnswer>,
): Promise<SourceServer> {
  const { forward } = parts;
  const era: "modern" | "legacy" = wanted === "legacy" ? "legacy" : "modern";
  const base = { caller, source: sourceId, elicit: nobodyToAsk };
  const described =
    wanted === "tools"
      ? undefined
      : await forward.describe({ ...base, client: "", signal: neverCancelled, passage: { era } });
  const capabilities = toCapabilities(described?.capabilities ?? {}, era);
  const server = new Server(
    { name: sourceId, version },
    { capabilities, ...(described?.instructions !== undefined && { instructions: described.instructions }) },
  );
  const watched = new Set<string>();
  let level = "info";
  const session = (): Session | undefined =>
    era === "legacy" ? { capabilities: server.getClientCapabilities(), level, tell } : undefined;
  const tell = ({ method, params }: UpstreamNotification) => {
    server.notification({ method, params: { ...params } } as never).catch(() => {});
  };

  async function pass(
    method: string,
    params: Record<string, unknown>,
    context: ServerContext,
  ): Promise<Record<string, unknown>> {
    const { _meta: _, ...own } = params;
    return parts.serveRequest({
      subject: [method, own],
      mayAsk: era === "modern" && asking.has(method),
      caller,
      context,
      session: session(),
      passage: toPassage(context, era, false, session()),
      run: (visit) =>
        forward.request({ ...visit, source: sourceId, method, params: own }).catch((error) => {
          throw toProtocolError(error);
        }),
    });
  }

  server.setRequestHandler("tools/list", async () => ({
    tools: (await sourceTools(sourceId, caller, parts)).map(({ listed }) => listed),
  }));
  server.setRequestHandler(
    "tools/call",
    ({ params }, context) =>
      ended ?? callSourceTool({ sourceId, caller, params, context, era, session: session() }, parts),
  );
  for (const [capability, names] of Object.entries(methods)) {
    if (!(capability in capabilities)) continue;
    for (const name of names) {
      server.setRequestHandler(name, async ({ params }, context) => {
        return (await pass(name, { ...params }, context)) as Result as never;
      });
    }
  }
  if (era === "legacy" && capabilities.resources?.subscribe) {
    server.setRequestHandler("resources/subscribe", async ({ method, params }, context) => {
      if (!watched.has(params.uri)) await pass(method, { ...params }, context);
      watched.add(params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", async ({ method, params }, context) => {
      if (watched.delete(params.uri)) await pass(method, { ...params }, context);
      return {};
    });
  }
  if (era === "legacy" && capabilities.logging) {
    server.setRequestHandler("logging/setLevel", async ({ method, params }, context) => {
      level = params.level;
      await pass(method, { ...params }, context);
      return {};
    });
  }

  return {
    server,
    async close() {
      const method = "resources/unsubscribe";
      const request = { ...base, client: "", signal: neverCancelled, passage: { era }, method };
      for (const uri of watched) await forward.request({ ...request, params: { uri } }).catch(() => {});
      await server.close();
    },
  };
}

/** What the server offers and its client can use. Lists that change are told of by us, whatever the server does. */
function toCapabilities(
  offered: Readonly<Record<string, unknown>>,
  era: "modern" | "legacy",
): ServerCapabilities {
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

function toProtocolError(error: unknown): unknown {
  if (error instanceof UpstreamError) return new ProtocolError(error.code, error.message, error.data);
  if (error instanceof Refusal && error.outcome === "denied") {
    return new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

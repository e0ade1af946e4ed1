import { connectionLabel } from "../credential/connections.ts";
import type { Caller } from "../policy/caller.ts";
import {
  accountOf,
  type ClientRoots,
  type SourceTool,
  type Subscription,
  type Upstream,
  type UpstreamDescription,
  type UpstreamNotification,
} from "../source/source.ts";
import type { CallRequest } from "./call.ts";
import { chooseConnection } from "./choose-connection.ts";
import type { CallParts } from "./create-call.ts";
import { type FailedCall, type OkCall, type RefusedCall, toOutcome } from "./outcome.ts";
import { DataError, measureData } from "./plain-data.ts";
import type { Recording } from "./recorder.ts";
import { redact } from "./redact.ts";
import { CallFailure, Refusal } from "./refusal.ts";
import { runTool } from "./run-tool.ts";

export interface ForwardRequest extends Omit<CallRequest, "path" | "args"> {
  readonly source: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export type ForwardOutcome = OkCall<Record<string, unknown>> | FailedCall | RefusedCall;

export type Forward = ReturnType<typeof createForward>;

export interface ForwardParts extends Omit<CallParts, "askPerson"> {
  /** Whether more than one person uses this gateway. */
  isTeam(): Promise<boolean>;
}

/** Lists are asked for all the time and give nothing away that the tools' list does not. */
const recorded = new Set(["resources/read", "resources/subscribe", "prompts/get"]);
const maxLength = 10 * 1024 * 1024;

/**
 * The way that everything takes which is asked of an MCP server and is not a call of a tool: its resources and its
 * prompts. For roles and scopes they are the paths `<source>.resources` and `<source>.prompts`.
 */
export function createForward(parts: ForwardParts) {
  const { catalog, visibility, log } = parts;

  /** Lets the rules for tools decide. */
  function toTool(sourceId: string, area: string, upstream: Upstream, run: SourceTool["run"]): SourceTool {
    return {
      path: `${sourceId}.${area}`,
      name: area,
      description: "",
      inputSchema: {},
      destructive: false,
      readOnly: true,
      ...(upstream.authProvider !== undefined && { authProvider: upstream.authProvider }),
      parse: async (input) => ({ input }),
      run,
    };
  }

  /** A server is neither started nor described for a caller who may use nothing of it. */
  async function opensAnything(caller: Caller, source: string, upstream: Upstream): Promise<boolean> {
    const { accessTo } = await visibility(caller);
    const areas = ["resources", "prompts"].map((area) => toTool(source, area, upstream, async () => ({})));
    return [...areas, ...catalog.toolsOf(source)].some((tool) => accessTo(tool) !== "hidden");
  }

  /** What a server takes for its roots can decide what it opens, so to set them is more than to read. */
  async function maySetRoots(caller: Caller, source: string, upstream: Upstream): Promise<boolean> {
    if (!upstream.takesRoots) return false;
    const tool = { ...toTool(source, "roots", upstream, async () => ({})), readOnly: false };
    const { isVisible } = await visibility(caller);
    return isVisible(tool) && !(upstream.isShared && (await parts.isTeam()));
  }

  async function attempt(
    request: ForwardRequest,
    recording: Recording | undefined,
    secrets: Set<string>,
  ): Promise<Record<string, unknown>> {
    const { source, method, params } = request;
    const upstream = catalog.source(source)?.upstream;
    if (!upstream) throw new Refusal("not_found", `Source not found: ${source}`);
    const tool = toTool(source, areaOf(method, params), upstream, (_, call) =>
      upstream.request(method, params, call),
    );
    const { isVisible, caller } = await visibility(request.caller);
    if (!isVisible(tool)) throw new Refusal("denied", `${tool.path} is not open to this endpoint.`);
    const current = { ...request, caller };
    const chosen = await chooseConnection(tool, current, parts.credentials);
    if (chosen && recording) recording.connection = connectionLabel(chosen);
    recording?.stopwatch.enter("upstream");
    const result = await runTool(tool, undefined, current, chosen, secrets, parts);
    recording?.stopwatch.enter("redact");
    checkAnswer(result);
    return redact(result as Record<string, unknown>, secrets);
  }

  return {
    /** Never rejects. */
    async request(request: ForwardRequest): Promise<ForwardOutcome> {
      const { caller, client, source, method, params, trace } = request;
      const path = `${source}.${areaOf(method, params)}`;
      const recording = recorded.has(method)
        ? parts.recorder.begin({ caller, client, path, args: params, trace })
        : undefined;
      const secrets = recording?.secrets ?? new Set<string>();
      let outcome: ForwardOutcome;
      try {
        outcome = { kind: "ok", result: await attempt(request, recording, secrets) };
      } catch (thrown) {
        outcome = toOutcome(thrown, secrets, log);
      }
      await recording?.end(outcome, outcome.kind === "ok" ? measureData(outcome.result) : 0);
      return outcome;
    },

    /** What the server says of itself. Nothing if the caller cannot reach it now. */
    async describe(
      request: Omit<ForwardRequest, "method" | "params">,
    ): Promise<UpstreamDescription | undefined> {
      const upstream = catalog.source(request.source)?.upstream;
      if (!upstream || !(await opensAnything(request.caller, request.source, upstream))) return undefined;
      const tool = toTool(request.source, "resources", upstream, (_, call) => upstream.describe(call));
      const described = chooseConnection(tool, request, parts.credentials).then((chosen) =>
        runTool(tool, undefined, request, chosen, new Set(), parts),
      );
      return (described as Promise<UpstreamDescription>).catch((error) => {
        log.warn(`${request.source} could not be asked what it offers: ${error.message}`);
        return undefined;
      });
    },

    /**
     * Passes on what the server sends unasked for the caller's connection, until the subscription is closed. That roots have
     * changed reaches the server if the caller may use the path `<source>.roots`, and if they can be no other person's.
     */
    async subscribe(
      { caller, source }: Pick<ForwardRequest, "caller" | "source">,
      listener: (notification: UpstreamNotification) => void,
      roots?: Omit<ClientRoots, "isAllowed">,
    ): Promise<Subscription> {
      const upstream = catalog.source(source)?.upstream;
      if (!upstream) return { rootsChanged() {}, presenceChanged() {}, close() {} };
      const chosen = await chooseConnection(upstream, { caller }, parts.credentials).catch(() => undefined);
      const user = { userId: caller.userId, account: chosen && accountOf(chosen) };
      const isAllowed = () =>
        maySetRoots(caller, source, upstream).catch((error) => {
          log.error(`the roots of a client were not passed on: ${error.message}`);
          return false;
        });
      return upstream.subscribe(user, listener, roots && { ...roots, isAllowed });
    },
  };
}

function checkAnswer(answer: unknown): void {
  let length: number;
  try {
    length = measureData(answer);
  } catch (error) {
    throw error instanceof DataError ? new CallFailure(`The answer ${error.message}.`) : error;
  }
  if (length > maxLength) throw new CallFailure("The answer is over 10 MB.");
}

function areaOf(method: string, params: Record<string, unknown>): "prompts" | "resources" {
  const isOfPrompts =
    method === "completion/complete"
      ? Object(params.ref).type === "ref/prompt"
      : method.startsWith("prompts/");
  return isOfPrompts ? "prompts" : "resources";
}

import { z } from "zod";
import type { Call, CallRequest } from "../call/call.ts";
import type { Forward } from "../call/create-forward.ts";
import { type CallOutcome, toToolResult } from "../call/outcome.ts";
import type { Recorder } from "../call/recorder.ts";
import type { ToolResult } from "../call/tool-result.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { team } from "../credential/connections.ts";
import { isObject } from "../json/json-object.ts";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk, type SourceTool, sourceOf, UpstreamError, viewUriOf } from "../source/source.ts";
import { readPart } from "./frame.ts";
import type { ServeLive } from "./live/live-requests.ts";
import type { ViewApprovals } from "./view-approvals.ts";
import type { Showing, ViewHandles } from "./view-handles.ts";
import type { ViewStates } from "./view-state.ts";

/** Tools shown with their Views, and what open Views ask for. */
export type Views = ReturnType<typeof createViews>;

export interface ViewsParts {
  readonly catalog: Catalog;
  readonly visibility: Visibility;
  readonly call: Call;
  readonly forward: Forward;
  readonly recorder: Recorder;
  readonly handles: ViewHandles;
  readonly viewApprovals: ViewApprovals;
  readonly serveLive: ServeLive;
  readonly states: ViewStates;
  /** Where the gateway is reached. */
  readonly origin: string;
}

/** A request of an open View to the server behind it. */
export type ViewRequest = Visit & z.output<typeof viewRequestInput>;

type Answer = Readonly<Record<string, unknown>>;

export type ViewAnswer =
  | {
      readonly result: Answer;
      /** The approval that the call waits for. Once a person has given it, the same request is served. */
      readonly approvalId?: string;
    }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** The tool by which the frame asks, and what it takes. */
export const viewRequestName = "view_request";
export const viewRequestInput = z.object({
  handle: z.string().max(10_000).describe("The handle of the View"),
  method: z.string().max(100).describe("What the View asks for"),
  params: z.record(z.string(), z.unknown()).default({}),
});

/**
 * `_meta` of the result of a tool that is shown: `{ path, title, handle }`, and `hasView: false` if it has no View.
 * `approvals` are those that the call waits for: the frame asks the user about them in a card.
 */
const shownKey = "toolshed/view";

const forwarded = new Set(["resources/list", "resources/templates/list", "resources/read", "prompts/list"]);
/** What the frame itself asks for to show a tool without a View. Its results may link to resources. */
const forwardedWithoutView = new Set(["resources/read"]);
const refused = -32_000;
const methodNotFound = -32_601;
const invalidParams = -32_602;

export function createViews(parts: ViewsParts) {
  const { catalog, visibility, call, forward, recorder, handles, states } = parts;

  /** The name of the connection that is used: a View keeps it, even if another becomes the default. */
  async function connectionFor(tool: SourceTool, { caller, connection }: CallRequest) {
    return connection ?? (await visibility(caller)).connectionsFor(tool)[0];
  }

  async function show(request: CallRequest): Promise<CallOutcome> {
    const { caller, path } = request;
    const called = catalog.find(path);
    const connection = called && (await connectionFor(called, request));
    const outcome = await call({
      ...request,
      connection,
      elicit: request.showsViews ? elicitInCard(request) : request.elicit,
    });
    if (outcome.kind === "question") return outcome;
    if (request.showsViews && outcome.kind === "refused" && outcome.approvalId !== undefined)
      return askInCard(request, outcome.approvalId, connection);
    // A server may have changed its tools meanwhile.
    const tool = catalog.find(path);
    const uri = (tool && viewUriOf(tool)) ?? "";
    const isOpen = tool !== undefined && (await visibility(caller)).isVisible(tool);
    const handle = isOpen && handles.issue(caller, { path, uri, connection });
    const result = toToolResult(outcome);
    const shown = {
      path,
      title: isOpen ? tool.name : path,
      ...(handle && { handle }),
      ...(uri === "" && { hasView: false }),
    };
    const marked = { ...result, _meta: { ...result._meta, [shownKey]: shown } };
    return { ...outcome, result: marked };
  }

  /** The result while the call waits: the host shows it with a card, in which its user decides. */
  function askInCard(
    { caller, path }: CallRequest,
    approval: string,
    connection: string | undefined,
  ): CallOutcome {
    const handle = handles.issue(caller, { path, uri: "", connection });
    const shown = { path, title: catalog.find(path)?.name ?? path, handle, approvals: [approval] };
    return {
      kind: "ok",
      result: {
        content: [
          {
            type: "text",
            text: `${path} waits for the user's approval in the card that is shown to them. Once they approve it, the card makes the call and shows its result. Do not make the call again.`,
          },
        ],
        _meta: { [shownKey]: shown },
      },
    };
  }

  /** What the handle opens. An attempt with one that opens nothing is recorded. */
  async function open({ handle, method, caller, client }: ViewRequest): Promise<Showing> {
    const showing = handles.read(handle, caller);
    if (typeof showing === "object") return showing;
    const message =
      showing === "expired"
        ? "This View was shown more than a day ago. Ask for it again to use it."
        : "This View was not shown to you here. Ask for it to be shown.";
    const recording = recorder.begin({ caller, client, path: viewRequestName, args: { method } });
    await recording.end({ kind: "refused", code: "denied", message }, 0);
    throw new UpstreamError(refused, message, { reason: showing });
  }

  /** The tool that was shown, as long as it is open to the caller and has the View that the handle is for. */
  async function find({ path, uri }: Showing, caller: Caller): Promise<SourceTool> {
    const tool = catalog.find(path);
    const { isVisible } = await visibility(caller);
    if (!tool || !isVisible(tool)) throw new UpstreamError(refused, `${path} is not open to you any more.`);
    if ((viewUriOf(tool) ?? "") !== uri)
      throw new UpstreamError(refused, `${path} has another View now. Ask for it again to use it.`);
    return tool;
  }

  async function read(tool: SourceTool, showing: Showing, visit: Visit): Promise<Answer> {
    const { path, uri } = showing;
    const described = { tool: toListed(tool), dashboardUrl: `${parts.origin}/tools/${path}` };
    if (uri === "") return described;
    const reading = { ...visit, caller: { ...visit.caller, readsPage: true } };
    const { contents } = await pass("resources/read", { uri }, showing, reading);
    const page = Array.isArray(contents) ? contents[0] : undefined;
    const html = htmlOf(page);
    if (html === undefined) throw new UpstreamError(refused, `The View of ${path} is not an HTML page.`);
    const { csp, permissions, prefersBorder } = Object(page._meta?.ui);
    return {
      html,
      ...(isObject(csp) && { csp }),
      ...(isObject(permissions) && { permissions }),
      ...(typeof prefersBorder === "boolean" && { prefersBorder }),
      ...described,
    };
  }

  async function pass(
    method: string,
    params: Record<string, unknown>,
    { path, connection }: Showing,
    visit: Visit,
  ): Promise<Answer> {
    const source = sourceOf(path);
    // A plugin's pages need no connection, though its tools may.
    const needsConnection = catalog.source(source)?.upstream?.authProvider !== undefined;
    const outcome = await forward.request({
      ...visit,
      ...(needsConnection && { connection }),
      source,
      method,
      params,
    });
    if (outcome.kind === "ok") return outcome.result;
    throw (outcome.kind === "failed" && outcome.error) || new UpstreamError(refused, outcome.message);
  }

  async function callTool(
    { name, arguments: args }: Record<string, unknown>,
    { path, uri, connection }: Showing,
    visit: Visit,
  ): Promise<ViewAnswer> {
    if (typeof name !== "string") throw new UpstreamError(invalidParams, "tools/call: name is not a string");
    const source = sourceOf(path);
    const tool = catalog.toolsOf(source).find(({ upstreamName }) => upstreamName === name);
    const ownPath = name.startsWith(`${source}.`) ? name : `${source}.${name}`;
    const called = tool ?? catalog.find(ownPath);
    if (uri === "" && called?.path !== path)
      throw new UpstreamError(refused, `This was shown for ${path}, and opens no other tool.`);
    const isSameProvider = called?.authProvider === catalog.find(path)?.authProvider;
    const outcome = await call({
      ...visit,
      path: called?.path ?? ownPath,
      args,
      ...(isSameProvider && { connection }),
    });
    if (outcome.kind === "failed" && outcome.error) throw outcome.error;
    const approvalId = outcome.kind === "refused" ? outcome.approvalId : undefined;
    return { result: { ...toToolResult(outcome) }, ...(approvalId !== undefined && { approvalId }) };
  }

  async function serve(request: ViewRequest): Promise<ViewAnswer> {
    const showing = await open(request);
    const { handle: _, method, params, ...rest } = request;
    if (method.startsWith("approval/"))
      return { result: await parts.viewApprovals.serve(method, params, showing, rest, show) };
    const tool = await find(showing, rest.caller);
    const visit = { ...rest, caller: asView(rest.caller, showing) };
    if (method === "ui/open") return { result: await read(tool, showing, visit) };
    if (method === "ui/part") return { result: await readPartOf(params) };
    if (method === "tools/call") return callTool(params, showing, visit);
    const hasView = showing.uri !== "";
    if (hasView && method.startsWith("live/"))
      return { result: await parts.serveLive({ ...rest, method, params, showing, tool }) };
    if (hasView && (method === "state/read" || method === "state/write")) {
      const { userId, endpointId } = rest.caller;
      const source = sourceOf(showing.path);
      const owner = { userId, source, showing, ...(userId === team && { endpointId }) };
      return { result: await states[method === "state/read" ? "read" : "write"](owner, params) };
    }
    const passedOn = hasView ? forwarded : forwardedWithoutView;
    if (passedOn.has(method)) return { result: await pass(method, params, showing, visit) };
    throw new UpstreamError(methodNotFound, `A View cannot ask for ${method} here`);
  }

  return {
    /** Marks the answer of a run for the frame, with the approvals that it waits for. */
    markRun(result: ToolResult, caller: Caller, approvals: readonly string[]): ToolResult {
      const handle = approvals.length > 0 ? handles.issue(caller, { path: "run", uri: "" }) : undefined;
      const shown = { path: "run", title: "Script", ...(handle && { handle, approvals }) };
      return { ...result, _meta: { [shownKey]: shown } };
    },

    /** Runs a tool like every other call, and says with which handle its View can be read. */
    show,

    /** Answers an open View. Errors that are meant for it are part of the answer. */
    async request(request: ViewRequest): Promise<ViewAnswer> {
      try {
        return await serve(request);
      } catch (thrown) {
        if (!(thrown instanceof UpstreamError)) throw thrown;
        const { code, message, data } = thrown;
        return { error: { code, message, ...(data !== undefined && { data }) } };
      }
    },
  };
}

/** The card takes the place of an approval by the client. What a tool itself asks for still goes there. */
const elicitInCard =
  ({ elicit }: CallRequest): CallRequest["elicit"] =>
  (question) =>
    question.type === "approval" ? nobodyToAsk() : elicit(question);

type Visit = Omit<CallRequest, "path" | "args" | "connection">;

/**
 * A View may do what its own source lets Views do, within what is open to the one it was shown to. A person who runs a tool
 * in the dashboard has decided to; what the tool's View then calls, they have not.
 */
const asView = (caller: Caller, { path }: Showing): Caller => ({
  ...caller,
  audience: "app",
  viewSource: sourceOf(path),
  viewPath: path,
  approval: caller.audience === "person" ? "dashboard" : caller.approval,
});

async function readPartOf({ name }: Record<string, unknown>): Promise<Answer> {
  const text = await readPart(name);
  if (text === undefined) throw new UpstreamError(invalidParams, "ui/part: there is no such part");
  return { text };
}

function htmlOf(page: unknown): string | undefined {
  const { mimeType = "text/html", text, blob } = Object(page);
  if (typeof mimeType !== "string" || !mimeType.startsWith("text/html")) return undefined;
  if (typeof text === "string") return text;
  return typeof blob === "string" ? Buffer.from(blob, "base64").toString() : undefined;
}

/** The tool by its server's own name, as its View knows it. */
function toListed(tool: SourceTool): Answer {
  const { path, upstreamName = path, name, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name: upstreamName,
    title: name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}

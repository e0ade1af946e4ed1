import type { App, McpUiResourceCsp, McpUiResourcePermissions } from "@toolshed/apps";
import type { CallToolResult, RequestOptions, Tool } from "@toolshed/apps/app-bridge";
import { isObject, ProtocolError } from "@toolshed/apps/rpc";

/** The only tool that the gateway lists for the frame. */
const TOOL = "view_request";
const LARGEST_ANSWER = 20_000_000;

const REFUSAL = { isError: true, content: [{ type: "text", text: "Error: The call was not approved." }] };

/** A View as the gateway gives it to the frame. */
export interface OpenedView {
  html: string;
  csp?: McpUiResourceCsp;
  permissions?: McpUiResourcePermissions;
  prefersBorder?: boolean;
  /** The tool under the name that its own server uses. */
  tool: Tool;
  dashboardUrl?: string;
}

/** An error of the gateway itself. Any other error came from the host between it and the frame. */
export class GatewayError extends ProtocolError {}

/** The way to the gateway for one showing. Its handle decides what can be reached; names alone open nothing. */
export class Gateway {
  /** Called when the gateway no longer accepts the handle. */
  onexpired?: () => void;
  /** Asks about a call of a tool that waits for an approval. Once it is given, the call is made again. */
  onapproval?: (id: string, signal: AbortSignal | undefined) => Promise<string>;
  private readonly app: App;
  private readonly handle: string;

  constructor(app: App, handle: string) {
    this.app = app;
    this.handle = handle;
  }

  async open(): Promise<OpenedView> {
    const view = await this.request("ui/open");
    if (typeof view.html !== "string" || !isObject(view.tool)) {
      throw new GatewayError(-32603, "The gateway's answer contains no View.");
    }
    return view as unknown as OpenedView;
  }

  /** The tool behind a handle that opens no View. */
  async describe(): Promise<Tool> {
    const { tool } = await this.request("ui/open");
    if (!isObject(tool)) throw new GatewayError(-32603, "The gateway's answer contains no tool.");
    return tool as unknown as Tool;
  }

  async request(
    method: string,
    params?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<Record<string, unknown>> {
    const { handle } = this;
    const call = { name: TOOL, arguments: { handle, method, ...(params && { params }) } };
    try {
      for (;;) {
        const { result, approvalId } = readAnswer(await this.app.callServerTool(call, options));
        if (approvalId === undefined || !this.onapproval) return result;
        if ((await this.onapproval(approvalId, options?.signal)) !== "approved") return REFUSAL;
      }
    } catch (error) {
      if (isExpired(error)) this.onexpired?.();
      throw error;
    }
  }
}

/** Whether the gateway no longer accepts the handle. */
export function isExpired(error: unknown): boolean {
  return error instanceof GatewayError && isObject(error.data) && error.data.reason === "expired";
}

interface Answer {
  result: Record<string, unknown>;
  /** The approval that the call waits for. */
  approvalId?: string;
}

/** Reads the gateway's answer from the result of `view_request`. */
export function readAnswer({ content }: CallToolResult): Answer {
  const text = content[0]?.type === "text" ? content[0].text : "";
  if (text.length > LARGEST_ANSWER) throw new GatewayError(-32000, "The answer is larger than 20 MB.");
  const { result, error, approvalId } = parse(text);
  if (isObject(result)) return { result, ...(typeof approvalId === "string" && { approvalId }) };
  if (isObject(error)) throw new GatewayError(Number(error.code), String(error.message), error.data);
  throw new Error(text.slice(0, 200));
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

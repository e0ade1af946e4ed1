import type { AnswerOf } from "toolshed/api";
import { request } from "../../api/request.ts";
import { createRequestLimit } from "./limit-requests.ts";

type ViewAnswer = AnswerOf<"POST /views/request">;
type Params = Record<string, unknown>;

/** An error that a View is told, code and all. */
class ViewError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: Extract<ViewAnswer, { error: object }>["error"]) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

async function ask(handle: string, method: string, params: Params = {}, signal?: AbortSignal) {
  const isLast = method === "live/close";
  const answer = await request("POST /views/request", { body: { handle, method, params } }, signal, isLast);
  if ("error" in answer) throw new ViewError(answer.error);
  return answer;
}

/** Asks the gateway for something that no person has to approve. */
export async function askView(handle: string, method: string, params?: Params, signal?: AbortSignal) {
  return (await ask(handle, method, params, signal)).result;
}

/** Reads the page of a View. */
export function openView(handle: string, signal: AbortSignal) {
  return askView(handle, "ui/open", {}, signal);
}

/** Reads a resource of the server behind a tool that was shown. */
export async function readResource(handle: string, uri: string) {
  return (await ask(handle, "resources/read", { uri })).result;
}

/** Resolves with whether a person approved a call that waits. */
export type WaitForApproval = (approvalId: string, signal?: AbortSignal) => Promise<boolean>;

interface Asked {
  method: string;
  params?: Params | undefined;
}

/**
 * The server behind a View, as `mountView` wants it. What it may be asked is up to the gateway. A call that needs approval
 * is made again once a person has given it.
 */
export function createViewClient(handle: string, waitForApproval: WaitForApproval) {
  const limit = createRequestLimit();

  async function askWithApproval({ method, params }: Asked, signal?: AbortSignal) {
    for (;;) {
      const { result, approvalId } = await ask(handle, method, params, signal);
      if (approvalId === undefined) return result;
      if (!(await waitForApproval(approvalId, signal))) return refusal;
    }
  }

  return {
    getServerCapabilities: () => ({ tools: {}, resources: {}, prompts: {} }),
    request: (asked: Asked, _schema: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) =>
      limit(() => askWithApproval(asked, signal), signal),
    // The gateway does not tell pages what changes at a server.
    setNotificationHandler() {},
  };
}

const refusal = { isError: true, content: [{ type: "text", text: "Error: The call was not approved." }] };

import type { AnswerOf } from "toolshed/api";
import { request } from "../../api/request.ts";

type ViewAnswer = AnswerOf<"POST /views/request">;

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

/** Asks the gateway for something on behalf of an open View. */
export async function askForView(
  handle: string,
  method: string,
  params: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await request("POST /views/request", { body: { handle, method, params } }, signal);
  if ("error" in answer) throw new ViewError(answer.error);
  return answer.result;
}

interface Asked {
  method: string;
  params?: Record<string, unknown>;
}

/** The server behind a View, as `mountView` wants it. What it may be asked is up to the gateway. */
export const createViewClient = (handle: string) => ({
  getServerCapabilities: () => ({ tools: {}, resources: {}, prompts: {} }),
  request: ({ method, params }: Asked, _schema: unknown, options?: { signal?: AbortSignal }) =>
    askForView(handle, method, params, options?.signal),
  // The gateway does not tell pages what changes at a server.
  setNotificationHandler() {},
});

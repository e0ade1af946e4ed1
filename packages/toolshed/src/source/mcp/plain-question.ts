import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/client";
import { ourselves } from "./ourselves.ts";

/** A request as a transport can make it without the SDK. */
export interface PlainQuestion {
  readonly method: string;
  /** The revision that both have agreed on, if it is one in which each request tells it. */
  readonly version?: string | undefined;
  readonly params: Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };
  /** Whether a result needs no second look by the SDK. */
  isUsual(result: unknown): boolean;
}

type Fields = Record<string, unknown>;

export const callMethod = "tools/call";
export const progressMethod = "notifications/progress";

/** So that they are never those of the SDK, which counts from zero. */
export const firstPlainId = 2 ** 30;

export function toRequest(question: PlainQuestion, id: number) {
  const meta = { ...metaOf(question), progressToken: id };
  return {
    jsonrpc: "2.0" as const,
    id,
    method: question.method,
    params: { ...question.params, _meta: meta },
  };
}

export function toCancellation(question: PlainQuestion, id: number, reason: unknown) {
  const params = { requestId: id, reason: String(reason), _meta: metaOf(question) };
  return { jsonrpc: "2.0" as const, method: "notifications/cancelled", params };
}

/** The result, if the answer to the request is one that needs no second look. */
export function usualResultIn(message: unknown, id: number, { version, isUsual }: PlainQuestion): unknown {
  const { jsonrpc, id: own, result } = (message ?? {}) as Fields;
  if (jsonrpc !== "2.0" || own !== id || !isUsual(result)) return undefined;
  const { resultType } = result as Fields;
  return version === undefined || resultType === "complete" ? result : undefined;
}

const metaOf = ({ version, params }: PlainQuestion): Fields => ({
  ...(version !== undefined && { [PROTOCOL_VERSION_META_KEY]: version, [CLIENT_INFO_META_KEY]: ourselves }),
  ...params._meta,
});

import type { App } from "@toolshed/apps";
import type { AppBridge, Progress, RequestHandlerExtra, RequestOptions } from "@toolshed/apps/app-bridge";
import { isObject, METHOD_NOT_FOUND, ProtocolError } from "@toolshed/apps/rpc";
import type { Gateway } from "./gateway.ts";
import { messageSize } from "./message-size.ts";

const MOST_PENDING = 100;
/** A message goes into the conversation, and from there to the model. */
const LARGEST_MESSAGE = 100_000;
const TO_HOST = new Set([
  "ui/open-link",
  "ui/download-file",
  "ui/message",
  "ui/update-model-context",
  "ui/request-display-mode",
  "sampling/createMessage",
]);
const TO_GATEWAY = new Set([
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "toolshed/state/read",
  "toolshed/state/write",
]);
/** Before the names of what only this gateway has. */
const OWN = /^toolshed\//;

type Relay = NonNullable<AppBridge["fallbackRequestHandler"]>;

/**
 * Passes on the inner View's requests: what concerns its server to the gateway, everything else to the host. A host
 * also gets requests that it hasn't declared, and refuses them as it would natively.
 */
export function relayRequests(bridge: AppBridge, app: App, gateway: Gateway): void {
  let pending = 0;
  const relay: Relay = async ({ method, params = {} }, extra) => {
    const isForGateway = TO_GATEWAY.has(method);
    if (!isForGateway && !TO_HOST.has(method)) {
      throw new ProtocolError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    }
    if (method === "ui/message" && messageSize(params, LARGEST_MESSAGE) > LARGEST_MESSAGE) {
      throw new ProtocolError(-32000, "The message is larger than 100 KB.");
    }
    if (pending >= MOST_PENDING) throw new ProtocolError(-32000, "Too many requests at the same time.");
    pending++;
    try {
      const { params: rest, progressToken } = takeProgressToken(params);
      // The inner View and the host have their own limits, and cancel.
      const options = { ...passOn(extra, progressToken), timeout: Infinity };
      if (isForGateway) return await gateway.request(method.replace(OWN, ""), rest, options);
      return await app.request({ method, params: rest }, options);
    } finally {
      pending--;
    }
  };
  bridge.fallbackRequestHandler = relay;
  // The bridge would answer this one itself.
  bridge.onrequestdisplaymode = async (params, extra) => {
    const answer = await relay({ method: "ui/request-display-mode", params }, extra);
    return answer as Awaited<ReturnType<App["requestDisplayMode"]>>;
  };
}

/** The options of a request that stands for another: that one's cancellation and its progress. */
export function passOn(
  { signal, sendNotification }: RequestHandlerExtra,
  progressToken: unknown,
): RequestOptions {
  if (progressToken === undefined) return { signal };
  const onprogress = (progress: Progress) => {
    const params = { progressToken, ...progress };
    sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
  return { signal, onprogress };
}

/** The token counts on the inner channel only: the request upwards has one of its own. */
function takeProgressToken(params: Record<string, unknown>) {
  const { _meta, ...rest } = params;
  const { progressToken, ...meta } = isObject(_meta) ? _meta : {};
  const hasMeta = Object.keys(meta).length > 0;
  return { params: hasMeta ? { ...rest, _meta: meta } : rest, progressToken };
}

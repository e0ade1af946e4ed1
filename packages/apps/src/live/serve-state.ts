import type { AppBridge } from "../bridge/app-bridge.ts";
import type { AskGateway } from "./ask-gateway.ts";

/**
 * Lets a View keep state in the gateway: answers what `viewState` of `@toolshed/apps/state` asks. Call it before the View
 * loads.
 * @example serveState(view.bridge, ask)
 */
export function serveState(bridge: Pick<AppBridge, "setRequestHandler">, ask: AskGateway): void {
  for (const method of ["state/read", "state/write"]) {
    bridge.setRequestHandler(`toolshed/${method}`, ({ params }, { signal }) =>
      ask(method, params, { signal }),
    );
  }
}

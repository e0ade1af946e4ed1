import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { answerOptions } from "../api/answer-options.ts";
import { gatewayState } from "../api/gateway-state.ts";

/** Says that the gateway is down, and asks for it until it is back. */
export function SilentGateway() {
  const state = useSyncExternalStore(gatewayState.subscribe, gatewayState.get);
  return (
    <div role="status" className="sticky top-0 z-10 empty:hidden">
      {state === "silent" && <Waiting />}
    </div>
  );
}

const askAgainMs = 2_000;

function Waiting() {
  useQuery({ ...answerOptions("GET /session", {}), refetchInterval: askAgainMs });
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
      <CloudOff className="size-4 shrink-0" aria-hidden />
      The gateway isn’t responding. Start it with “npm start”; this page reconnects automatically.
    </p>
  );
}

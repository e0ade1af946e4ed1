import { QueryClient } from "@tanstack/react-query";
import { showFailure } from "../ui/toast/show-failure.ts";
import { gatewayState } from "./gateway-state.ts";
import { RequestError } from "./request-error.ts";

const retryMs = 2_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A gateway on this machine is there without any network.
      networkMode: "always",
      // A gateway that is silent is asked until it answers; what it has answered is final.
      retry: (_count, error) => error instanceof RequestError && error.status === 0,
      retryDelay: retryMs,
    },
    mutations: { networkMode: "always" },
  },
});

gatewayState.subscribe(() => {
  if (gatewayState.get() === "answers") queryClient.invalidateQueries().catch(showFailure);
});

import type { RequestOptions } from "../rpc/request-options.ts";
import type { App } from "../view/app.ts";
import { useCallback, useRef, useState } from "./react.ts";
import { toData } from "./to-data.ts";
import { useViewStore } from "./view-context.ts";
import type { ResultWith, StructuredContent } from "./view-snapshot.ts";
import type { ViewStore } from "./view-store.ts";

interface Outcome<Output> {
  /** The result of the latest call. While the next call is pending, the result before it. */
  data?: ResultWith<Output> | undefined;
  /** Why the latest call failed. A result with `isError` counts as a failure. */
  error?: Error | undefined;
  /** Whether a call is pending. */
  isPending: boolean;
}

/** What `useCallServerTool` returns. */
export interface ServerToolCall<Output, Input> extends Outcome<Output> {
  /** Calls the tool once the View is connected. You need not catch failures: they are in `error`. */
  call(args?: Input, options?: RequestOptions): Promise<ResultWith<Output>>;
}

/**
 * Calls a tool of the server and keeps the result of the latest call; results of earlier calls are dropped.
 * @example const { call, data, isPending } = useCallServerTool<Page>("load-page")
 */
export function useCallServerTool<
  Output = StructuredContent,
  Input extends Record<string, unknown> = Record<string, unknown>,
>(name: string): ServerToolCall<Output, Input> {
  const store = useViewStore();
  const latest = useRef<unknown>(undefined);
  const [outcome, setOutcome] = useState<Outcome<Output>>({ isPending: false });

  const call = useCallback(
    (args?: Input, options?: RequestOptions) => {
      const answer = connected(store).then(async (app) =>
        toData<Output>(await app.callServerTool({ name, ...(args && { arguments: args }) }, options)),
      );
      const settleAs = (key: keyof Outcome<Output>) => (value: unknown) => {
        if (latest.current === answer) setOutcome({ isPending: false, [key]: value });
      };
      latest.current = answer;
      setOutcome(({ data }) => ({ data, isPending: true }));
      answer.then(settleAs("data"), settleAs("error"));
      return answer;
    },
    [store, name],
  );
  return { ...outcome, call };
}

async function connected(store: ViewStore): Promise<App> {
  const { app, error } = store.state.connection;
  if (error) throw error;
  if (app) return app;
  await store.nextChange();
  return connected(store);
}

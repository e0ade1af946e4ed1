import { AsyncLocalStorage } from "node:async_hooks";
import type { SourceCall } from "../source.ts";

/** Knows whose call is served at this point of the program, also after waiting. */
export interface CurrentCall {
  getStore(): SourceCall | undefined;
  run<T>(call: SourceCall | undefined, action: () => Promise<T>): Promise<T>;
}

/** A program answers all its calls on one stream, on which nobody can tell whose turn it is. */
const nobody: CurrentCall = { getStore: () => undefined, run: (_, action) => action() };

/** To know it, Node before 24 tracks every promise of the process: so nothing is known while nothing is under way. */
export function createCurrentCall(isRemote: boolean): CurrentCall {
  if (!isRemote) return nobody;
  const storage = new AsyncLocalStorage<SourceCall | undefined>();
  let underWay = 0;

  return {
    getStore: () => storage.getStore(),
    async run(call, action) {
      underWay += 1;
      try {
        return await storage.run(call, action);
      } finally {
        underWay -= 1;
        if (underWay === 0) storage.disable();
      }
    },
  };
}

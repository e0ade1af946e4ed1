import type { AsyncLocalStorage } from "node:async_hooks";
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from "@better-auth/core/context";

let underWay = 0;

/**
 * Runs what the library of accounts does, which keeps its request in an asynchronous context. Once there is one, Node
 * before 24 tracks every promise of the process, which all calls pay for: so there is none in between.
 */
export async function withinContext<T>(action: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await action();
  } finally {
    underWay -= 1;
    const storages = await Promise.all([
      getCurrentAuthContextAsyncLocalStorage(),
      getCurrentDBAdapterAsyncLocalStorage(),
      getRequestStateAsyncLocalStorage(),
    ]);
    if (underWay === 0) for (const storage of storages) (storage as AsyncLocalStorage<unknown>).disable();
  }
}

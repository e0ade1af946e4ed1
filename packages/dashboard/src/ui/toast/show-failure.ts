import { toasts } from "./toasts.ts";

/** Shows the error of work that no part of the page waits for. */
export function showFailure(error: unknown): void {
  toasts.add({
    title: "Something went wrong",
    description: error instanceof Error ? error.message : String(error),
  });
}

import { toData } from "./to-data.ts";
import { useToolResult } from "./use-tool-result.ts";
import { useViewStore } from "./view-context.ts";
import type { ResultWith, StructuredContent } from "./view-snapshot.ts";

/**
 * Returns the result of the tool call that this View shows. Until it arrives, the nearest `Suspense` shows
 * its fallback; if the tool fails or is cancelled, or the connection fails, the nearest error boundary
 * catches it.
 */
export function useSuspenseToolResult<Output = StructuredContent>(): ResultWith<Output> {
  const store = useViewStore();
  const { status, result, reason } = useToolResult<Output>();
  if (result) return toData(result);
  if (status === "cancelled") throw new Error(reason ?? "The tool was cancelled");
  throw store.state.connection.error ?? store.nextChange();
}

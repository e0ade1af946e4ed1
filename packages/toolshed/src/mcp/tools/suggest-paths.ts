import type { CallOutcome } from "../../call/outcome.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import type { NearestPaths } from "../../search/nearest-paths.ts";

/** Adds the nearest paths to an outcome that says there is no tool at this one. */
export type SuggestPaths = (outcome: CallOutcome, path: string, caller: Caller) => Promise<CallOutcome>;

export function createSuggestPaths(nearestPaths: NearestPaths, visibility: Visibility): SuggestPaths {
  return async (outcome, path, caller) => {
    if (outcome.kind !== "refused" || outcome.code !== "not_found") return outcome;
    const { isVisible } = await visibility(caller);
    const nearest = await nearestPaths(path, isVisible, caller.userId);
    return nearest.length === 0 ? outcome : { ...outcome, hint: `Did you mean ${nearest.join(" or ")}?` };
  };
}

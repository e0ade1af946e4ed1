import type { CallEffect } from "toolshed/api";

/** What approving a call leads to. */
export function describeEffect(effect: CallEffect | null): string {
  if (!effect) return "This tool no longer exists. If you approve the call, it fails.";
  const at = effect.service === null ? "" : ` at ${effect.service}`;
  switch (effect.kind) {
    case "destroys":
      return `May delete or overwrite data${at}. This can’t be undone.`;
    case "changes":
      return `Adds or changes data${at}.`;
    case "reads":
      return `Only reads data${at}.`;
  }
}

import type { GivenAuth } from "../../source/openapi/security/choose-security.ts";
import { UsageError } from "../usage-error.ts";

/** How to authenticate, as people write it: `bearer`, `header:X-Api-Key`. */
export function parseAuth(text: string): GivenAuth {
  const [how, name] = splitOnce(text);
  if ((how === "bearer" || how === "basic" || how === "none") && name === undefined) return { how };
  if ((how === "header" || how === "query" || how === "cookie") && name) return { how, name };
  throw new UsageError(
    "--auth is bearer, basic, header:<name>, query:<name>, cookie:<name> or none, for example: --auth header:X-Api-Key.",
  );
}

function splitOnce(text: string): [string, string | undefined] {
  const end = text.indexOf(":");
  return end === -1 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1).trim()];
}

import type { AuthProvider } from "@toolshed/sdk";
import { HTTPException } from "hono/http-exception";
import { team } from "../../credential/connections.ts";
import type { Caller } from "../../policy/caller.ts";
import { isAdmin } from "../../policy/is-admin.ts";

/** Whose connection the caller wants to change, which for the team's only an admin may. */
export function changedOwner(provider: AuthProvider, caller: Caller, wanted = provider.owner): string {
  if (wanted !== "team") return caller.userId;
  if (isAdmin(caller)) return team;
  throw new HTTPException(403, { message: "Only an admin can change what the team has connected" });
}

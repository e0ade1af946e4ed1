import type { Connection } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import { fixedConnection } from "../policy/caller.ts";
import { UserError } from "../user-error.ts";
import type { CallRequest } from "./call.ts";
import { Refusal } from "./refusal.ts";

/** The connection that a call uses: nothing where it needs none, or has the key of the environment. Rejects with a refusal. */
export async function chooseConnection(
  { authProvider }: { readonly authProvider?: string | undefined },
  { caller, connection: wanted }: Pick<CallRequest, "caller" | "connection">,
  credentials: Credentials,
): Promise<Connection | undefined> {
  if (authProvider === undefined) {
    if (wanted === undefined) return undefined;
    throw new Refusal("invalid", "This tool uses no connection: call it without one.");
  }
  const fixed = fixedConnection(caller, authProvider);
  if (fixed !== undefined && wanted !== undefined && wanted !== fixed) {
    throw new Refusal(
      "denied",
      `This endpoint uses the connection "${fixed}" of "${authProvider}", and no other.`,
    );
  }
  const connected = await credentials.connectedTo(caller.userId);
  try {
    return connected.choose(authProvider, fixed ?? wanted);
  } catch (error) {
    if (wanted === undefined || !(error instanceof UserError)) throw error;
    throw new Refusal("invalid", error.message);
  }
}

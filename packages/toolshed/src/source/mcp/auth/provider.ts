import { type AuthProvider, apiKey, oauth2 } from "@toolshed/sdk";
import type { RemoteConfig } from "../mcp-config.ts";

/** Under which id people connect a source. */
export const providerId = (sourceId: string): string => sourceId.replaceAll("_", "-");

/** What people connect to use a server at an address. */
export function toProvider(id: string, { url, auth, owner }: RemoteConfig): AuthProvider {
  const name = new URL(url).hostname;
  if (auth?.type === "oauth") {
    return oauth2({ id, name, owner, authorizationUrl: url, tokenUrl: url, scopes: {} });
  }
  return apiKey({
    id,
    name,
    owner,
    whereToFind: `A key or token for ${name}, from the settings of that service.`,
  });
}

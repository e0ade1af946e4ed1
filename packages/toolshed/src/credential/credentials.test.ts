import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createLocalEvents } from "../store/local-events.ts";
import { createLocalLocks } from "../store/local-locks.ts";
import type { Connections } from "./connections.ts";
import { createCredentials } from "./credentials.ts";

/** Connections in memory: what they do at rest is for the tests of the stores. */
function memoryConnections(): Connections {
  const secrets = new Map<string, { secret: string; expiresAt: number | null }>();
  return {
    async save({ ownerId, provider, kind, secret, expiresAt }) {
      secrets.set(JSON.stringify([ownerId, provider, kind]), { secret, expiresAt: expiresAt ?? null });
    },
    async find(ownerId, provider, kind) {
      const found = secrets.get(JSON.stringify([ownerId, provider, kind]));
      return (
        found && { ownerId, provider, kind, lastFour: "", createdAt: 0, ...found, unseal: () => found.secret }
      );
    },
    async remove() {
      secrets.clear();
      return true;
    },
    async list() {
      return [...secrets].map(([key, { expiresAt }]) => {
        const [ownerId, provider, kind] = JSON.parse(key);
        return { ownerId, provider, kind, lastFour: "", createdAt: 0, expiresAt };
      });
    },
  };
}

/** An OAuth server that rotates refresh tokens: one that is used twice ends the grant. */
async function tokenServer() {
  let current = "refresh-0";
  let refreshes = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const given = new URLSearchParams(body).get("refresh_token");
    response.setHeader("content-type", "application/json");
    if (given !== current) {
      current = "revoked";
      response.statusCode = 400;
      response.end(JSON.stringify({ error: "invalid_grant" }));
      return;
    }
    refreshes++;
    current = `refresh-${refreshes}`;
    response.end(
      JSON.stringify({
        access_token: `access-${refreshes}`,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: current,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    refreshes: () => refreshes,
  };
}

const grant = (tokenUrl: string) => ({
  accessToken: "access-0",
  refreshToken: "refresh-0",
  expiresAt: Date.now() - 1,
  tokenUrl,
  clientId: "client",
});

test("an expired grant is refreshed once, however many calls ask for it", async () => {
  const { url, refreshes } = await tokenServer();
  const credentials = createCredentials(memoryConnections(), {}, createLocalLocks(), createLocalEvents());
  await credentials.saveGrant("ann", "mail", grant(url));
  expect((await credentials.connectedTo("ann"))("mail")).toBe(true);

  const tokens = await Promise.all(Array.from({ length: 20 }, () => credentials.resolveToken("ann", "mail")));
  expect(new Set(tokens)).toEqual(new Set(["access-1"]));
  expect(refreshes()).toBe(1);
});

test("a grant that the server no longer honours tells to connect again", async () => {
  const { url } = await tokenServer();
  const credentials = createCredentials(memoryConnections(), {}, createLocalLocks(), createLocalEvents());
  await credentials.saveGrant("ann", "mail", { ...grant(url), refreshToken: "stolen" });
  await expect(credentials.resolveToken("ann", "mail")).rejects.toThrow('No credentials for "mail".');
});

test("a grant that ended and cannot be refreshed is not connected", async () => {
  const credentials = createCredentials(memoryConnections(), {}, createLocalLocks(), createLocalEvents());
  const { refreshToken: _, ...unrefreshable } = grant("http://127.0.0.1:1");
  await credentials.saveGrant("ann", "mail", unrefreshable);
  expect((await credentials.connectedTo("ann"))("mail")).toBe(false);
});

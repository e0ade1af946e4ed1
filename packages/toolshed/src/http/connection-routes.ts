import type { AuthProvider } from "@toolshed/sdk";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { checkKey } from "../credential/check-key.ts";
import { type Connection, team } from "../credential/connections.ts";
import type { Credentials } from "../credential/credentials.ts";
import type { ProviderAnswer, ProvidersAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { notFound } from "./not-found.ts";
import { readBody } from "./read-body.ts";

const keyBody = z.object({ key: z.string().trim().min(1).max(10_000) });

/** What there is to connect, and what is connected. A stored credential never leaves again, but for its last four characters. */
export function connectionRoutes(
  providers: ReadonlyMap<string, AuthProvider>,
  credentials: Credentials,
): Hono<ApiEnvironment> {
  const ownerOf = (provider: AuthProvider, userId: string) => (provider.owner === "team" ? team : userId);

  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const { userId } = context.get("caller");
      const isConnected = await credentials.connectedTo(userId);
      const connections = await credentials.list(userId);
      return context.json<ProvidersAnswer>({
        providers: [...providers.values()].map((provider) =>
          toAnswer(provider, isConnected(provider.id), connections, ownerOf(provider, userId)),
        ),
      });
    })
    .put("/:provider", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      if (provider.type !== "apiKey") {
        throw new HTTPException(400, { message: `${provider.name} is not connected with a key` });
      }
      const { key } = await readBody(context, keyBody);
      await checkKey(provider, key);
      await credentials.saveKey(ownerOf(provider, context.get("caller").userId), provider.id, key);
      return context.json({});
    })
    .delete("/:provider", async (context) => {
      const provider = providers.get(context.req.param("provider"));
      if (!provider) return notFound(context);
      const removed = await credentials.remove(ownerOf(provider, context.get("caller").userId), provider.id);
      return removed ? context.json({}) : notFound(context);
    });
}

function toAnswer(
  provider: AuthProvider,
  connected: boolean,
  connections: readonly Connection[],
  ownerId: string,
): ProviderAnswer {
  const stored = connections.find(
    (connection) => connection.provider === provider.id && connection.ownerId === ownerId,
  );
  return {
    id: provider.id,
    name: provider.name,
    type: provider.type,
    owner: provider.owner ?? "person",
    connected: connected || provider.type === "none",
    lastFour: stored?.lastFour ?? null,
    whereToFind: provider.type === "apiKey" ? provider.whereToFind : null,
    url: provider.type === "apiKey" ? (provider.url ?? null) : null,
    keyHint: provider.type === "apiKey" ? (provider.format?.hint ?? null) : null,
  };
}

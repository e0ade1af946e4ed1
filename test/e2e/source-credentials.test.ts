import { expect, test } from "vitest";
import { startGateway } from "../fixtures/gateway.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";

const documentOf = (server: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "CRM", version: "1" },
    servers: [{ url: server }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
    paths: { "/people": { get: { operationId: "list_people", responses: { 200: { description: "ok" } } } } },
  });

test("a source that takes the id of a removed one does not get its credentials", async () => {
  const gateway = await startGateway();
  const add = async (server: string) => {
    const config = { text: documentOf(server) };
    const added = await requestAsCommand(gateway, "POST", "/sources", { id: "crm", kind: "openapi", config });
    expect(added.status).toBe(201);
    const { providers } = (await added.json()) as { providers: string[] };
    return providers[0] as string;
  };
  const connected = async (provider: string) => {
    const answer = await requestAsCommand(gateway, "GET", "/connections");
    const { providers } = (await answer.json()) as { providers: { id: string; connected: boolean }[] };
    return providers.find(({ id }) => id === provider)?.connected;
  };

  const provider = await add("https://crm.example.com");
  const saved = await requestAsCommand(gateway, "PUT", `/connections/${provider}`, { key: "a secret key" });
  expect(saved.status, await saved.clone().text()).toBeLessThan(300);
  expect(await connected(provider)).toBe(true);

  expect((await requestAsCommand(gateway, "DELETE", "/sources/crm")).status).toBe(200);
  expect(await add("https://elsewhere.example.com")).toBe(provider);
  expect(await connected(provider)).toBe(false);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { startHttpsProxy } from "../fixtures/https-proxy.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { type Person, registered, signIn as signInAsPerson } from "../fixtures/oauth-flow.ts";
import { type SignedInBrowser, signIn } from "../fixtures/signed-in-browser.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

/** Connects a provider whose service is another gateway: its owner says yes there, and comes back. */
async function connect(browser: SignedInBrowser, provider: string, person: Person): Promise<URL> {
  const { url = "", error } = await browser.authorize(provider);
  expect(error).toBeUndefined();
  const answered = await person.answer(await person.follow(url));
  const { url: back } = (await answered.json()) as { url: string };
  expect(await browser.visit(back)).toMatchObject({
    status: 200,
    text: expect.stringContaining("Connected"),
  });
  return new URL(url);
}

const pluginSource = (service: TestGateway, clientId: string) => `
import { definePlugin, defineTool, oauth2 } from "@toolshed/sdk";
import { z } from "zod";

export default definePlugin({
  id: "peer",
  name: "Peer",
  description: "Another gateway",
  authProviders: [
    oauth2({
      id: "peer",
      name: "Peer",
      authorizationUrl: "${service.url}/api/auth/oauth2/authorize",
      tokenUrl: "${service.url}/api/auth/oauth2/token",
      scopes: { tools: "Use tools" },
      clientId: "${clientId}",
    }),
  ],
  tools: {
    tools: {
      list: defineTool({
        name: "List tools",
        description: "Tell what the other gateway lists.",
        authProvider: "peer",
        inputSchema: z.object({}),
        async handler(ctx): Promise<string> {
          const response = await ctx.fetch("${service.url}/api/mcp", {
            method: "POST",
            headers: {
              authorization: "Bearer " + (await ctx.auth.getToken()),
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
            },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
          });
          return response.status + " " + (await response.text());
        },
      }),
    },
  },
});
`;

test("a plugin's OAuth provider is connected at a real authorization server, until access is revoked there", async () => {
  const [service, gateway] = [await startGateway(), await startGateway()];
  const person = await signInAsPerson(service);
  const { client_id } = await registered(service, {
    client_name: "My gateway",
    redirect_uris: [`${gateway.url}/api/v1/connections/callback`],
  });
  const file = join(temporaryFolder(), "peer.ts");
  writeFileSync(file, pluginSource(service, client_id));
  await runCommand(["add", "plugin", file], { TOOLSHED_HOME: gateway.home });
  const agent = await connectClient(gateway.mcpUrl);
  expect((await agent.call("peer.tools.list")).content[0]?.text).toBe(
    "Error: Tool not found: peer.tools.list",
  );

  const asked = await connect(await signIn(gateway), "peer", person);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id,
    scope: "tools",
    code_challenge_method: "S256",
  });
  expect((await agent.call("peer.tools.list")).content[0]?.text).toMatch(/^200 .*call_tool/s);

  await runCommand(["endpoint", "revoke", "My", "gateway"], { TOOLSHED_HOME: service.home });
  expect((await agent.call("peer.tools.list")).content[0]?.text).toMatch(/^401/);
});

test("a gateway with https is known to another by its own document, and uses its tools", async () => {
  const proxy = await startHttpsProxy();
  const service = await startGateway({ environment: proxy.environment });
  const gateway = await startGateway({ environment: { TOOLSHED_PUBLIC_URL: proxy.origin } });
  const local = new URL(JSON.parse(readFileSync(join(gateway.home, "gateway.json"), "utf8")).url);
  proxy.passTo(Number(local.port));
  const added = await runCommand(["add", "mcp", "peer", `${service.url}/api/mcp`, "--allow-private"], {
    TOOLSHED_HOME: gateway.home,
  });
  expect(added.stdout).toContain("toolshed connect peer");

  const person = await signInAsPerson(service);
  const asked = await connect(await signIn(gateway, proxy.fetch), "peer", person);
  expect(asked.searchParams.get("client_id")).toBe(`${proxy.origin}/api/oauth-client`);
  expect(proxy.paths).toContain("/api/oauth-client");

  const { call } = await connectClient(`${local.origin}/api/mcp/${gateway.token}`);
  const args = { path: "samples.notes.create", arguments: { title: "From afar" } };
  expect((await call("peer.call_tool", args)).isError).toBeFalsy();
  const { stdout } = await runCommand(["call", "samples.notes.list"], { TOOLSHED_HOME: service.home });
  expect(stdout).toContain("From afar");
  const listed = await runCommand(["endpoint", "list"], { TOOLSHED_HOME: service.home });
  expect(listed.stdout).toMatch(/Toolshed \(app/);
});

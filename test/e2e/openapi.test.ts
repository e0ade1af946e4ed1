import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCheckingGithub } from "../fixtures/checking-github.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { listen } from "../fixtures/listen.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const githubDocument = join(root, "test/peers/node_modules/@octokit/openapi/generated/api.github.com.json");
const issues = "/repos/{owner}/{repo}/issues";

test("a document that declares no credentials is used with those that the person names", async () => {
  const github = await startCheckingGithub();
  const { home, mcpUrl } = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  const { use, call } = await connectClient(mcpUrl);
  const add = ["add", "openapi", "github", githubDocument, "--path", issues, "--method", "get"];
  const place = ["--base-url", github.url, "--allow-private", "127.0.0.1"];
  const refused = await command(...add, ...place, "--auth", "header");
  expect(refused.stderr).toMatch(/^--auth is bearer, basic, header:<name>/);
  const added = await command(...add, ...place, "--auth", "bearer");
  expect(added.stdout).toContain("once you connect: toolshed connect github\n");

  const list = () => call("github.repos.issues.list", { owner: "a", repo: "b" });
  expect(await list()).toMatchObject({ isError: true });
  expect(
    (await use("search_tools", { query: "list issues", source: "github" })).content.at(-1)?.text,
  ).toMatch(/once these are connected: github\..*"toolshed connect"/);
  expect(github.authorizations).toEqual([]);

  const connect = ["connect", "github"];
  const connected = await runCommand(connect, { TOOLSHED_HOME: home }, { input: "ghp_secret" });
  expect(connected.stderr).toBe("");
  expect((await list()).isError).toBeFalsy();
  expect(github).toMatchObject({ problems: [], authorizations: ["Bearer ghp_secret"] });
});

test("a document that is given again shows what changed, and holds back what could do harm", async () => {
  const gateway = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: gateway.home });
  const file = join(temporaryFolder(), "shop.json");
  const write = (server: string, paths: object) =>
    writeFileSync(
      file,
      JSON.stringify({ openapi: "3.1.0", info: { title: "Shop" }, servers: [{ url: server }], paths }),
    );
  const limit = (type: string, required: boolean) => ({
    parameters: [{ name: "limit", in: "query", required, schema: { type } }],
  });
  const list = { summary: "List pets", ...limit("string", false) };
  const create = { summary: "Create a pet" };
  write("https://shop.example", { "/pets": { get: list, post: create }, "/toys": { get: {} } });
  await command("add", "openapi", "shop", file);

  write("https://other.example", {
    "/pets": { get: { summary: "List all pets", ...limit("integer", true) }, post: create },
    "/vets": { get: {} },
  });
  const { stdout } = await command("sources", "refresh", "shop", file);
  expect(stdout.split("\n").slice(2)).toEqual([
    "  changed: shop.pets.list",
    "    request: GET https://shop.example/pets → GET https://other.example/pets",
    "    description changed",
    "    limit is now required",
    "    limit: string → integer",
    "  changed: shop.pets.create, waits for approval",
    "    request: POST https://shop.example/pets → POST https://other.example/pets",
    "  new: shop.vets.list",
    "  gone: shop.toys.list",
    "  Approve what waits with: toolshed sources approve shop",
    "",
  ]);
  expect((await command("sources")).stdout).toBe(stdout);
  const answer = await requestAsCommand(gateway, "GET", "/sources/shop");
  expect(await answer.json()).toMatchObject({
    fromFile: true,
    changes: [
      { name: "shop.pets.list", details: expect.arrayContaining(["limit is now required"]) },
      {},
      {},
      {},
    ],
  });
  const { call } = await connectClient(gateway.mcpUrl);
  expect((await call("shop.pets.create")).content[0]?.text).toContain(
    "has changed since an admin has seen it",
  );

  expect((await command("sources", "approve", "shop")).stdout).not.toContain("changed:");
  expect((await command("sources", "refresh", "shop")).stdout).toContain(
    "It was read from a file. To see what has changed give that again",
  );
  writeFileSync(file, "{}");
  const broken = await command("sources", "refresh", "shop", file);
  expect(broken.stderr).toMatch(/^This is not an OpenAPI document/);
  expect((await command("sources")).stdout).toMatch(/^shop: 3 tools/);
});

test("a document at an address is asked there again", async () => {
  const document = (summary: string) =>
    JSON.stringify({ openapi: "3.1.0", paths: { "/pets": { get: { summary } } } });
  let text = document("List pets");
  const port = await listen((_, response) => response.end(text));
  const url = `http://127.0.0.1:${port}/openapi.json`;

  const { home } = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  const added = await command("add", "openapi", "shop", url, "--allow-private", "127.0.0.1");
  expect(added.stdout).toMatch(/^Added\. shop: 1 tool/);
  text = document("List all pets");
  const { stdout } = await command("sources", "refresh", "shop");
  expect(stdout).toContain("  changed: shop.pets.list\n    description changed\n");
});

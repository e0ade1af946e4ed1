import { join } from "node:path";
import { expect, test } from "vitest";
import { startCheckingGithub } from "../fixtures/checking-github.ts";
import { finished, runCommand, spawnCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { root } from "../fixtures/source-files.ts";

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

  const connected = spawnCommand(["connect", "github"], { TOOLSHED_HOME: home }, [], "ghp_secret");
  expect((await finished(connected)).stderr).toBe("");
  expect((await list()).isError).toBeFalsy();
  expect(github).toMatchObject({ problems: [], authorizations: ["Bearer ghp_secret"] });
});

import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startEverything } from "../fixtures/everything-server.ts";
import { exposeSource } from "../fixtures/expose-source.ts";
import { freePort } from "../fixtures/free-port.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";
import { join as joinTeam } from "../fixtures/team.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { withResolvers } from "../fixtures/with-resolvers.ts";
import * as v1 from "../peers/sdk-v1.ts";

const peer = (name: string) =>
  join(root, "test/peers/node_modules/@modelcontextprotocol", name, "dist/index.js");

interface RootedClient {
  /** How often it was asked for its roots. */
  readonly asked: () => number;
  /** Resolves when it is asked for its roots the next time. */
  nextQuestion(): Promise<void>;
  /** Has other roots from now on, and says so. */
  change(folder: string): Promise<void>;
  /** What the tool answers. */
  call(tool: string): Promise<string>;
  close(): Promise<void>;
}

/** The official client of the first major, with one root, once it listens. */
async function connect(url: string, folder: string): Promise<RootedClient> {
  const client = new v1.Client(
    { name: "rooted", version: "1" },
    { capabilities: { roots: { listChanged: true } } },
  );
  let asked = 0;
  let question = withResolvers();
  let uri = pathToFileURL(folder).href;
  client.setRequestHandler(v1.ListRootsRequestSchema, () => {
    asked += 1;
    question.resolve();
    question = withResolvers();
    return { roots: [{ uri, name: "root" }] };
  });
  const listening = withResolvers();
  const noticingFetch = async (target: string | URL, options?: RequestInit) => {
    const response = await fetch(target, options);
    if (options?.method === "GET" && response.ok) listening.resolve();
    return response;
  };
  const transport = new v1.StreamableHTTPClientTransport(new URL(url), { fetch: noticingFetch });
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  await listening.promise;
  return {
    asked: () => asked,
    nextQuestion: () => question.promise,
    async change(next) {
      uri = pathToFileURL(next).href;
      await client.sendRootsListChanged();
    },
    async call(name) {
      const { content } = await client.callTool({ name, arguments: {} });
      return (content as { text: string }[])[0]?.text ?? "";
    },
    close: () => client.close(),
  };
}

/** Calls the tool until its answer is this: a server takes a moment to read the roots that it got. */
async function untilAnswered(client: RootedClient, tool: string, part: string): Promise<void> {
  while (!(await client.call(tool)).includes(part));
}

const commandOf =
  ({ home }: TestGateway) =>
  (...args: string[]) =>
    runCommand(args, { TOOLSHED_HOME: home });

/** A server whose folders are replaced by the roots of its client, with two folders of which it has the first. */
async function addFiles(
  gateway: TestGateway,
  ...options: string[]
): Promise<{ given: string; other: string }> {
  const folder = realpathSync(temporaryFolder());
  const [given, other] = [join(folder, "given"), join(folder, "other")];
  for (const each of [given, other]) mkdirSync(each);
  const program = [process.execPath, peer("server-filesystem"), given];
  expect((await commandOf(gateway)("add", "mcp", "files", ...options, "--", ...program)).stderr).toBe("");
  return { given, other };
}

const foldersOf = (client: RootedClient) => client.call("list_allowed_directories");

/** Whatever the client says. What is passed on would reach the server before the calls that follow. */
async function expectNoSay(client: RootedClient, folder: string): Promise<void> {
  const before = await foldersOf(client);
  expect(before).not.toContain(folder);
  for (let count = 0; count < 3; count++) {
    await client.change(folder);
    expect(await foldersOf(client)).toBe(before);
  }
  expect(client.asked()).toBe(0);
}

test.each(["stdio", "http"] as const)(
  "a published server over %s asks the client again after it announces other roots",
  async (transport) => {
    const gateway = await startGateway();
    const port = await freePort();
    if (transport === "http") await startEverything("streamableHttp", port);
    const target =
      transport === "http"
        ? [`http://127.0.0.1:${port}/mcp`, "--allow-private"]
        : ["--", process.execPath, peer("server-everything")];
    expect((await commandOf(gateway)("add", "mcp", "every", "--roots", ...target)).stderr).toBe("");
    const client = await connect(await exposeSource(gateway, "every"), "/first");
    expect(await client.call("get-roots-list")).toContain("file:///first");
    for (const folder of ["/second", "/third"]) {
      const asked = client.nextQuestion();
      await client.change(folder);
      await asked;
      await untilAnswered(client, "get-roots-list", `file://${folder}`);
    }
  },
);

test("of several clients that use one server none sets its roots, and then the one that is left", async () => {
  const gateway = await startGateway();
  const { given, other } = await addFiles(gateway, "--roots");
  const url = await exposeSource(gateway, "files");
  const client = await connect(url, given);
  const firstAsked = client.nextQuestion();
  await client.change(given);
  await firstAsked;
  const second = await connect(url, other);
  await expectNoSay(second, other);

  const secondAsked = second.nextQuestion();
  await client.close();
  await secondAsked;
  await untilAnswered(second, "list_allowed_directories", `Allowed directories:\n${other}`);
  expect(await foldersOf(second)).not.toContain(given);
});

test("an endpoint that may only read does not set the roots of its server", async () => {
  const gateway = await startGateway();
  const { given, other } = await addFiles(gateway, "--roots");
  const client = await connect(await exposeSource(gateway, "files", "--read-only"), other);
  expect(await foldersOf(client)).toContain(given);
  await expectNoSay(client, other);
});

test("where a team shares a server nobody sets its roots", async () => {
  const gateway = await startGateway();
  const { given, other } = await addFiles(gateway, "--roots");
  await joinTeam(gateway, "bob", "member");
  const client = await connect(await exposeSource(gateway, "files"), other);
  expect(await foldersOf(client)).toContain(given);
  await expectNoSay(client, other);
});

test("nobody sets the roots of a server that was added without a word of them", async () => {
  const gateway = await startGateway();
  const { given, other } = await addFiles(gateway);
  const client = await connect(await exposeSource(gateway, "files"), other);
  expect(await foldersOf(client)).toContain(given);
  await expectNoSay(client, other);
});

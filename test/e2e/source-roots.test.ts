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
import * as v1 from "../peers/sdk-v1.ts";

const peer = (name: string) =>
  join(root, "test/peers/node_modules/@modelcontextprotocol", name, "dist/index.js");

interface RootedClient {
  /** How often it was asked for its roots. */
  readonly asked: () => number;
  /** Has other roots from now on, and says so. */
  change(folder: string): Promise<void>;
  /** What the tool answers. */
  call(tool: string): Promise<string>;
  close(): Promise<void>;
}

/** The official client of the first major, with one root. */
async function connect(url: string, folder: string): Promise<RootedClient> {
  const client = new v1.Client(
    { name: "rooted", version: "1" },
    { capabilities: { roots: { listChanged: true } } },
  );
  let asked = 0;
  let uri = pathToFileURL(folder).href;
  client.setRequestHandler(v1.ListRootsRequestSchema, () => {
    asked += 1;
    return { roots: [{ uri, name: "root" }] };
  });
  await client.connect(new v1.StreamableHTTPClientTransport(new URL(url)) as never);
  onTestFinished(() => client.close());
  return {
    asked: () => asked,
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

/** Whatever the client says: often enough that its stream is open, and that what is passed on would have had its effect. */
async function expectNoSay(client: RootedClient, folder: string): Promise<void> {
  const before = await foldersOf(client);
  expect(before).not.toContain(folder);
  for (let count = 0; count < 20; count++) {
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
      const tellUntilKnown = async () => {
        // Its stream may not be open yet.
        await client.change(folder);
        return client.call("get-roots-list");
      };
      await expect.poll(tellUntilKnown, { timeout: 10_000 }).toContain(`file://${folder}`);
    }
  },
);

test("of several clients that listen to one server none sets its roots, and then the one that is left", async () => {
  const gateway = await startGateway();
  const { given, other } = await addFiles(gateway, "--roots");
  const url = await exposeSource(gateway, "files");
  const client = await connect(url, given);
  await expect.poll(() => client.change(given).then(client.asked), { timeout: 10_000 }).toBeGreaterThan(0);
  const second = await connect(url, other);
  expect(await foldersOf(second)).toContain(given);
  await expectNoSay(second, other);

  await client.close();
  await expect
    .poll(() => second.change(other).then(() => foldersOf(second)), { timeout: 10_000 })
    .toBe(`Allowed directories:\n${other}`);
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

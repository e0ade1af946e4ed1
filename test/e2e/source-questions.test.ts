import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { oldAskingUpstream, startAskingUpstream } from "../fixtures/asking-upstream.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { withResolvers } from "../fixtures/with-resolvers.ts";

const everything: ClientCapabilities = { elicitation: { form: {}, url: {} }, roots: {}, sampling: {} };
const page = "https://service.example/allow?visit=7";

async function exposeAsking(upstream: "old" | "new", ...options: string[]): Promise<string> {
  const gateway = await startGateway();
  const command = commandsOf(gateway);
  const target =
    upstream === "old"
      ? ["--", process.execPath, oldAskingUpstream]
      : [await startAskingUpstream(), "--allow-private"];
  const added = await command("add", "mcp", "asking", ...target);
  expect(added.stderr).toBe("");
  const { stdout } = await command("endpoint", "create", "as it is", "--source", "asking", ...options);
  const [, url = ""] = /MCP URL {4}(\S+)/.exec(stdout) ?? [];
  return url;
}

const commandsOf =
  ({ home }: TestGateway) =>
  (...args: string[]) =>
    runCommand(args, { TOOLSHED_HOME: home });

interface AskedClient {
  readonly client: Client;
  readonly pages: string[];
  readonly approvals: string[];
  readonly finished: unknown[];
  /** Resolves when a visit has ended. */
  readonly hasFinished: Promise<void>;
  answerOf(tool: string): Promise<unknown>;
  promptOf(name: string): Promise<unknown>;
  resourceOf(name: string): Promise<unknown>;
}

async function connect(
  url: string,
  mode: "auto" | "legacy",
  capabilities: ClientCapabilities,
): Promise<AskedClient> {
  const client = new Client({ name: "asked", version: "1" }, { versionNegotiation: { mode }, capabilities });
  const pages: string[] = [];
  const approvals: string[] = [];
  const finished: unknown[] = [];
  const finish = withResolvers();
  if (capabilities.elicitation) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      if (params.mode === "url") pages.push(params.url);
      else if (params.message.startsWith("Allow ")) approvals.push(params.message);
      else return { action: "accept", content: { name: "Ada" } };
      return { action: "accept" };
    });
  }
  if (capabilities.roots) {
    client.setRequestHandler("roots/list", async () => ({
      roots: [{ uri: "file:///notes", name: "notes" }],
    }));
  }
  if (capabilities.sampling) {
    client.setRequestHandler("sampling/createMessage", async () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "hi" },
    }));
  }
  client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
    finished.push(params.elicitationId);
    finish.resolve();
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return {
    client,
    pages,
    approvals,
    finished,
    hasFinished: finish.promise,
    async answerOf(tool) {
      const result = await client.callTool({ name: tool, arguments: {} });
      const [block] = result.content as { text: string }[];
      return result.isError ? `Error: ${block?.text}` : JSON.parse(block?.text ?? "null");
    },
    async promptOf(name) {
      const { messages } = await client.getPrompt({ name });
      const [message] = messages as { content: { text: string } }[];
      return JSON.parse(message?.content.text ?? "null");
    },
    async resourceOf(name) {
      const { contents } = await client.readResource({ uri: `asking://${name}` });
      const [content] = contents as { text: string }[];
      return JSON.parse(content?.text ?? "null");
    },
  };
}

describe.each(["old", "new"] as const)("what a server asks that is %s", (upstream) => {
  test("reaches clients of both eras that can answer, in its own words", async () => {
    const url = await exposeAsking(upstream);
    for (const mode of ["auto", "legacy"] as const) {
      const { answerOf, pages } = await connect(url, mode, everything);
      expect(await answerOf("form")).toEqual({ action: "accept", content: { name: "Ada" } });
      expect(await answerOf("url")).toEqual({ action: "accept" });
      expect(pages).toEqual([page]);
      expect(await answerOf("roots")).toEqual({ roots: [{ uri: "file:///notes", name: "notes" }] });
      expect(await answerOf("sampling")).toMatchObject({ content: { type: "text", text: "hi" } });
    }
  });

  test("reaches them too before a prompt or a resource is given", async () => {
    const url = await exposeAsking(upstream);
    for (const mode of ["auto", "legacy"] as const) {
      const { promptOf, resourceOf, pages } = await connect(url, mode, everything);
      for (const answerOf of [promptOf, resourceOf]) {
        expect(await answerOf("form")).toEqual({ action: "accept", content: { name: "Ada" } });
        expect(await answerOf("url")).toEqual({ action: "accept" });
        expect(await answerOf("roots")).toEqual({ roots: [{ uri: "file:///notes", name: "notes" }] });
        expect(await answerOf("sampling")).toMatchObject({ content: { type: "text", text: "hi" } });
      }
      expect(pages).toEqual([page, page]);
    }
  });

  test("reaches them too where each call is approved by a person first", async () => {
    const url = await exposeAsking(upstream, "--approval", "ask");
    for (const mode of ["auto", "legacy"] as const) {
      const { answerOf, pages, approvals } = await connect(url, mode, everything);
      expect(await answerOf("url")).toEqual({ action: "accept" });
      expect(pages).toEqual([page]);
      expect(await answerOf("roots")).toMatchObject({ roots: [{ name: "notes" }] });
      expect(approvals).toHaveLength(2);
    }
  });
});

test("clients that cannot be asked are not asked, and the server is told", async () => {
  const url = await exposeAsking("old");
  for (const mode of ["auto", "legacy"] as const) {
    const nothing = await connect(url, mode, {});
    expect(await nothing.answerOf("url")).toEqual({ action: "cancel" });
    expect(await nothing.promptOf("url")).toEqual({ action: "cancel" });
    await expect(nothing.resourceOf("roots")).rejects.toThrow("has no roots");
    expect(await nothing.answerOf("roots")).toMatch("has no roots");
    expect(await nothing.answerOf("sampling")).toMatch("has no model to ask");
    const forms = await connect(url, mode, { elicitation: { form: {} } });
    expect(await forms.answerOf("form")).toMatchObject({ action: "accept" });
    expect(await forms.answerOf("url")).toEqual({ action: "cancel" });
  }
});

test("notifies only the client that was sent to a page when the visit ends", async () => {
  const url = await exposeAsking("old");
  const asked = await connect(url, "legacy", everything);
  const other = await connect(url, "legacy", everything);
  await asked.answerOf("url");
  await other.answerOf("finish");
  await asked.hasFinished;
  expect(asked.finished).toEqual(["visit-7"]);
  expect(other.finished).toEqual([]);
});

test("an error that wants a visit first passes whole", async () => {
  const { client } = await connect(await exposeAsking("old"), "legacy", everything);
  await expect(client.callTool({ name: "required", arguments: {} })).rejects.toMatchObject({
    code: -32042,
    data: { elicitations: [{ mode: "url", url: page, elicitationId: "visit-7" }] },
  });
});

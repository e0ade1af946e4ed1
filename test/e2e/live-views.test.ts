import { expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { openLivePage } from "../fixtures/live-page.ts";
import { connectClient, type TestClient } from "../fixtures/mcp-client.ts";
import { askAsView, show } from "../fixtures/showing.ts";

const shown = "samples.notes.list";
const noArguments = { type: "object", properties: {} };
const getSelection = {
  name: "get-selection",
  description: "Gets the notes that are selected on the board",
  inputSchema: noArguments,
  annotations: { readOnlyHint: true },
};
const setHighlight = {
  name: "set-highlight",
  description: "Highlights a note",
  inputSchema: { type: "object", properties: { note: { type: "string" } } },
};

/** Shows a View and gives what its page asks by. */
async function showing(client: TestClient) {
  const { handle } = await show(client, shown);
  const ask = (method: string, params: Record<string, unknown>) => askAsView(client, handle, method, params);
  return { handle, ask };
}
const textOf = ({ content }: { content: { text: string }[] }) => content[0]?.text ?? "";

test.each(["poll", "stream"] as const)("by %s: found, read, called by every door", async (way) => {
  const gateway = await startGateway();
  const client = await connectClient(gateway.mcpUrl);
  const { ask } = await showing(client);
  const page = await openLivePage({ ask, way, title: "Board", tools: [getSelection, setHighlight] });
  const path = `views.${page.id}.get_selection`;
  expect(page.id).toMatch(/^list_[a-z0-9]{5,8}$/);

  const found = JSON.parse(textOf(await client.use("search_tools", { query: "which notes are selected" })));
  expect(found).toContainEqual(expect.objectContaining({ path }));
  const read = JSON.parse(textOf(await client.use("read_tool", { path })));
  expect(read).toMatchObject({
    path,
    description: `In the open View "Board" of ${shown}: ${getSelection.description}`,
    destructive: false,
  });
  expect(textOf(await client.call(path, { a: 1 }))).toBe('{"a":1}');
  const { agent, request } = doors(gateway);
  expect(await agent("run", { script: `await tools.${path}({ b: 2 })` })).toMatchObject({
    success: true,
    value: '{"b":2}',
  });
  const { stdout } = await runCommand(["call", path, '{"c":3}'], { TOOLSHED_HOME: gateway.home });
  expect(stdout).toContain('{"c":3}');
  expect((await request(`/tools/${path}`)).body).toMatchObject({ connected: true, fromPlugin: false });
  expect(page.received.map(({ name }) => name)).toEqual(Array(3).fill("get-selection"));
});

import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient, type ToolAnswer } from "../fixtures/mcp-client.ts";

const textsOf = ({ content }: ToolAnswer) => content.map(({ text }) => text);

test("search_tools answers a task step by step, and a single wish as before", async () => {
  const gateway = await startGateway();
  const { use } = await connectClient(gateway.mcpUrl);
  const both = await use("search_tools", { queries: ["write down a note", "delete a note"] });
  const [steps = ""] = textsOf(both);
  expect(JSON.parse(steps)).toMatchObject([
    { step: "write down a note", tools: [{ path: "samples.notes.create" }, {}] },
    { step: "delete a note", tools: [{ path: "samples.notes.delete" }, {}] },
  ]);
  const single = await use("search_tools", { query: "delete a note" });
  expect(JSON.parse(textsOf(single)[0] ?? "")[0]).toMatchObject({ path: "samples.notes.delete" });
  for (const args of [{}, { query: "a", queries: ["b"] }]) {
    const refused = await use("search_tools", args);
    expect(textsOf(refused)).toEqual([
      "Error: Invalid arguments for search_tools: give either query or queries",
    ]);
  }
});

test("an unknown path is answered with the seed's sentence, and the nearest visible paths beside it", async () => {
  const gateway = await startGateway();
  const { use, call } = await connectClient(gateway.mcpUrl);
  const expected = ["Error: Tool not found: samples.notes.crate", "Did you mean samples.notes.create?"];
  expect(textsOf(await call("samples.notes.crate", { title: "a" }))[0]).toBe(expected[0]);
  expect(textsOf(await call("samples.notes.crate"))[1]).toContain("samples.notes.create");
  expect(textsOf(await use("read_tool", { path: "samples.notes.crate" }))[0]).toBe(expected[0]);
  expect(textsOf(await call("zzz.qqq"))).toEqual(["Error: Tool not found: zzz.qqq"]);
});

test("toolshed search --explain says in words what a score is made of", async () => {
  const { home } = await startGateway();
  const { stdout } = await runCommand(["search", "delete", "a", "note", "--explain"], { TOOLSHED_HOME: home });
  console.log(stdout);
  expect(stdout).toContain("samples.notes.delete");
});

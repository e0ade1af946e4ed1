import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient, type ToolAnswer } from "../fixtures/mcp-client.ts";

const textsOf = ({ content }: ToolAnswer) => content.map(({ text }) => text);

test("search_tools answers a task step by step, and a single wish as before", async () => {
  const gateway = await startGateway();
  const { use } = await connectClient(gateway.mcpUrl);
  const both = await use("search_tools", { queries: ["write down a note", "delete a note"] });
  const [found = "", steps] = textsOf(both);
  const served = (JSON.parse(found) as { step: number; path: string }[]).map(({ step, path }) => [
    step,
    path,
  ]);
  expect(served[0]).toEqual([1, "samples.notes.create"]);
  expect(served).toContainEqual([2, "samples.notes.delete"]);
  expect(steps).toContain("1. write down a note\n2. delete a note");
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
  const { stdout } = await runCommand(["search", "delete", "a", "note", "--explain"], {
    TOOLSHED_HOME: home,
  });
  expect(stdout).toMatch(/^samples\.notes\.delete\n {2}"delete" in the name \+[\d.]+\n/);
  expect(stdout).toContain("Action: delete, as in the query");
});

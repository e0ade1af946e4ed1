import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { root } from "../../fixtures/source-files.ts";
import { openDashboard } from "./open-dashboard.ts";

const server = join(root, "test/peers/node_modules/@modelcontextprotocol/server-memory/dist/index.js");
const pets = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example.com }]
paths:
  /pets:
    get: { operationId: listPets, summary: List all pets, responses: { "200": { description: The pets } } }
`;

describe.skipIf(!chromiumPath)("sources on the page", () => {
  test("a program is added, used by a client that was connected before, and removed", async () => {
    const { page, gateway } = await openDashboard();
    const { call, use } = await connectClient(gateway.mcpUrl);
    await page.getByRole("link", { name: "Sources", exact: true }).click();
    await page.getByRole("button", { name: "Add a source" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("MCP program").click();
    await dialog.getByLabel("Id").fill("memory");
    await dialog.getByLabel("Program", { exact: true }).fill("no-such-program-here");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await page.getByRole("heading", { name: "memory", exact: true }).count()).toBe(0);

    await dialog.getByLabel("Program", { exact: true }).fill(process.execPath);
    await dialog.getByLabel("Arguments").fill(server);
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("heading", { name: "memory", exact: true }).waitFor();
    await page.getByText("Running", { exact: true }).waitFor();
    expect(
      (await use("search_tools", { query: "read the whole knowledge graph" })).content[0]?.text,
    ).toContain("memory.read_graph");
    expect((await call("memory.read_graph")).isError).toBeFalsy();

    await page.getByRole("button", { name: "Remove memory" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No sources yet").waitFor();
    expect((await call("memory.read_graph")).content[0]?.text).toBe(
      "Error: Tool not found: memory.read_graph",
    );
  });

  test("names its checkbox when an address is in a private network", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/sources`);
    await page.getByRole("button", { name: "Add a source" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("MCP address").click();
    await dialog.getByLabel("Id").fill("inner");
    await dialog.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1/mcp");
    await dialog.getByRole("button", { name: "Add" }).click();
    const label = "It is in a private network, such as this machine";
    await dialog.getByRole("alert").getByText(`Tick “${label}” to allow it.`).waitFor();
    await dialog.getByLabel(label).check();
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByRole("alert").getByText("cannot be reached: connection refused").waitFor();
  });

  test("a document is added from a file", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/sources`);
    await page.getByRole("button", { name: "Add a source" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("API document").click();
    await dialog.getByLabel("Id").fill("pets");
    await dialog
      .getByLabel("Or a file")
      .setInputFiles({ name: "pets.yaml", mimeType: "application/yaml", buffer: Buffer.from(pets) });
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByText("1 tool", { exact: true }).waitFor();
    await page.goto(`${gateway.url}/tools/pets.list`);
    await page.getByText("List all pets").first().waitFor();
    await page.goto(`${gateway.url}/connections`);
    await page.getByRole("heading", { name: "samples", exact: true }).waitFor();
    expect(await page.getByRole("heading", { name: "pets", exact: true }).count()).toBe(0);
  });

  test("a document without credentials of its own is connected as the person says, and its changes are shown", async () => {
    const { page, gateway } = await openDashboard();
    await page.goto(`${gateway.url}/sources`);
    await page.getByRole("button", { name: "Add a source" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("API document").click();
    await dialog.getByLabel("Id").fill("pets");
    const give = (text: string) => ({
      name: "pets.yaml",
      mimeType: "application/yaml",
      buffer: Buffer.from(text),
    });
    await dialog.getByLabel("Or a file").setInputFiles(give(pets));
    await dialog.getByLabel("Base URL").fill("https://other.example.com/v1");
    await dialog.getByLabel("Authentication").selectOption("A key in a header");
    await dialog.getByLabel("Name", { exact: true }).fill("X-Api-Key");
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByText("1 tool", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Connections", exact: true }).click();
    await page.getByText("Pets", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Sources", exact: true }).click();

    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Give the file of pets again" }).click();
    await (await choosing).setFiles(
      give(pets.replace("List all pets", "List pets").replace("/pets:", "/v2/pets:")),
    );
    await page
      .getByText("GET https://other.example.com/v1/pets → GET https://other.example.com/v1/v2/pets")
      .waitFor();
    await page.getByText("1 change since you have looked, of which 1 is held back").waitFor();
    await page.getByText("description changed").waitFor();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("description changed").waitFor({ state: "detached" });
  });
});

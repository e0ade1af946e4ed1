import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const pluginSource = (id: string) => `
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

enum Sides { Six = 6 }

export default definePlugin({
  id: "${id}",
  name: "Games",
  description: "Games of chance",
  tools: {
    dice: {
      count: defineTool({
        name: "Count sides",
        description: "Tell how many sides some dice have together.",
        inputSchema: z.object({ dice: z.int().default(2) }),
        handler: (_ctx, { dice }): number => dice * Sides.Six,
      }),
    },
  },
});
`;

test("a plugin's tools appear, change and disappear without a restart", async () => {
  const { home, mcpUrl } = await startGateway();
  const { call } = await connectClient(mcpUrl);
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  const file = join(temporaryFolder(), "games.ts");
  writeFileSync(file, pluginSource("games"));
  expect((await command("add", "plugin", file)).stdout).toBe("Added Games with 1 tool.\n");
  expect((await call("games.dice.count")).content[0]?.text).toBe("12");

  writeFileSync(file, pluginSource("games").replace("Six = 6", "Six = 8"));
  await command("add", "plugin", file);
  expect((await call("games.dice.count")).content[0]?.text).toBe("16");

  const other = join(temporaryFolder(), "other.ts");
  writeFileSync(other, pluginSource("samples"));
  expect((await command("add", "plugin", other)).stderr).toContain('There is "samples" already');
  expect((await command("remove", file)).stdout).toBe("Removed. Its tools are no longer available.\n");
  expect((await call("games.dice.count")).content[0]?.text).toBe("Error: Tool not found: games.dice.count");
});

test("warns about a View without a page when its plugin is added and loaded, and marks it in search", async () => {
  const gateway = await startGateway({});
  const environment = { TOOLSHED_HOME: gateway.home };
  const file = join(temporaryFolder(), "games.ts");
  const views = `view: { file: new URL("./none.html", import.meta.url) },\n        handler:`;
  writeFileSync(file, pluginSource("games").replace("handler:", views));
  const added = await runCommand(["add", "plugin", file], environment);
  expect(added).toMatchObject({ code: 0, stdout: "Added Games with 1 tool.\n" });
  const warning = /The View of games\.dice\.count can't be shown: there is no file .*none\.html/;
  expect(added.stderr).toMatch(warning);
  const { stdout } = await runCommand(["search", "dice"], environment);
  expect(stdout).toMatch(/games\.dice\.count .*\(has a View\)/);
  await gateway.end("SIGTERM");
  const again = await startGateway({ home: gateway.home });
  await expect.poll(again.output).toMatch(warning);
});

test("a plugin of one TypeScript file, far from any node_modules, and one from a package", async () => {
  const home = temporaryFolder();
  const environment = { TOOLSHED_HOME: home };
  const folder = temporaryFolder();
  const file = join(folder, "games.ts");
  writeFileSync(file, pluginSource("games"));
  const added = await runCommand(["add", "plugin", file], environment);
  expect(added).toMatchObject({ code: 0, stdout: "Added Games with 1 tool.\n" });
  await runCommand(["stop"], environment);

  const installed = join(home, "node_modules", "toolshed-games");
  mkdirSync(installed, { recursive: true });
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "toolshed-games", type: "module", main: "index.ts" }),
  );
  writeFileSync(join(installed, "index.ts"), pluginSource("packaged"));
  writeFileSync(
    join(home, "plugins.json"),
    JSON.stringify([file, "toolshed-games", join(folder, "gone.ts")]),
  );

  const gateway = await startGateway({ home });
  const { call } = await connectClient(gateway.mcpUrl);
  expect((await call("games.dice.count")).content[0]?.text).toBe("12");
  expect((await call("packaged.dice.count", { dice: 3 })).content[0]?.text).toBe("18");
  expect(gateway.output()).toMatch(/error the plugin .*gone\.ts was not loaded: /);

  expect((await runCommand(["remove", file], environment)).stdout).toMatch(/^Removed\./);
});

test("refuses to add a file that is not a plugin", async () => {
  const folder = temporaryFolder();
  const environment = { TOOLSHED_HOME: temporaryFolder() };
  const file = join(folder, "nothing.ts");
  writeFileSync(file, "export const nothing = 1;");
  onTestFinished(async () => {
    await runCommand(["stop"], environment);
  });
  const { code, stderr } = await runCommand(["add", "plugin", file], environment);
  expect(code).toBe(1);
  expect(stderr).toMatch(/exports no plugin: export what definePlugin\(\) returns\n$/);
  expect((await runCommand(["add", "plugin", "no-such-package-here"], environment)).stderr).toMatch(
    /The plugin could not be loaded: .*no-such-package-here/,
  );
});

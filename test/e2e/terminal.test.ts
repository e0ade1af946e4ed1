import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { hasTerminal, runOnTerminal } from "../fixtures/terminal.ts";

const script = `const { id } = await tools.samples.notes.create({ title: "kept" });
  return await tools.samples.notes.delete({ id })`;
const plugin = `
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const schema = {
  type: "object",
  properties: {
    seat: { type: "string", enum: ["aisle", "window"] },
    bags: { type: "integer" },
    note: { type: "string" },
  },
  required: ["seat", "bags"],
};

export default definePlugin({
  id: "trips",
  name: "Trips",
  description: "Trips",
  tools: {
    book: defineTool({
      name: "Book",
      description: "Book a trip.",
      inputSchema: z.object({}),
      async handler(ctx) {
        const { action, content } = await ctx.elicit({ type: "form", message: "Which \\u001b[31mseat?", schema });
        return { action, content };
      },
    }),
  },
});
`;

async function setUp() {
  const gateway = await startGateway();
  const environment = { TOOLSHED_HOME: gateway.home };
  const run = (type: string) => runOnTerminal(["run", "-e", script], environment, [{ prompt: "No", type }]);
  return { environment, run, ...doors(gateway) };
}

describe.skipIf(!hasTerminal)("toolshed run on a terminal (needs Python 3)", () => {
  test("asks the person at the terminal, shows the arguments, and follows the answer", async () => {
    const { run, titles } = await setUp();
    const approved = await run("y");
    expect(approved).toMatchObject({ code: 0, shown: expect.stringContaining('"deleted"') });
    expect(approved.shown).toMatch(/Allow samples\.notes\.delete with \{"id":"\w+"\}\?/);
    for (const no of ["n", "\r"]) {
      const refused = await run(no);
      expect(refused).toMatchObject({ code: 1, shown: expect.stringContaining("was refused by a person") });
    }
    expect(await titles()).toEqual(["kept", "kept"]);
  });

  test.each([
    ["Ctrl-C", "\u0003"],
    ["the end of the input", "\u0004"],
  ])("%s decides nothing: the run waits", async (_, key) => {
    const { run, environment, titles } = await setUp();
    const { code, shown } = await run(key);
    expect(code).toBe(4);
    const [, id = ""] = /waits for approval at http\S+\/approvals\/(\S+)/.exec(shown) ?? [];
    const [, executionId = ""] = /toolshed run --resume (\S+)/.exec(shown) ?? [];
    expect(await titles()).toEqual(["kept"]);
    expect(await runCommand(["approvals", "approve", id], environment)).toMatchObject({ code: 0 });
    expect(await runCommand(["run", "--resume", executionId], environment)).toMatchObject({ code: 0 });
    expect(await titles()).toEqual([]);
  });

  test("asks field by field what a tool wants to know, and lets no text of others near the terminal as it is", async () => {
    const { environment } = await setUp();
    const file = join(temporaryFolder(), "trips.ts");
    writeFileSync(file, plugin);
    await runCommand(["add", "plugin", file], environment);
    const book = ["run", "-e", "return await tools.trips.book()"];
    const { code, shown } = await runOnTerminal(book, environment, [
      { prompt: "window", type: "\u001b[B\r" },
      { prompt: "bags", type: "many\r" },
      { prompt: "Enter a whole number.", type: "\u007f\u007f\u007f\u007f2\r" },
      { prompt: "note (optional)", type: "\r" },
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(shown.slice(shown.lastIndexOf('{\r\n  "action"')))).toEqual({
      action: "accept",
      content: { seat: "window", bags: 2 },
    });
    expect(shown).toContain("Which ⟨U+001B⟩[31mseat?");

    const unanswered = await runCommand(book, environment);
    expect(unanswered).toMatchObject({ code: 4, stdout: "" });
    expect(unanswered.stderr).toContain("Paused: trips.book asks: Which \\u001b[31mseat?");
    const [, resume = ""] = /--resume (\S+) --data/.exec(unanswered.stderr) ?? [];
    const data = '{"seat":"aisle","bags":0}';
    expect(await runCommand(["run", "--resume", resume, "--data", data], environment)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"aisle"'),
    });
  });
});

describe.skipIf(!hasTerminal || process.platform !== "linux")("toolshed start on a terminal", () => {
  test("opens the dashboard in the browser by a separate link, unless --no-open is given", async () => {
    const folder = temporaryFolder();
    const opened = join(folder, "opened");
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$1" >> "${opened}"\n`, { mode: 0o755 });
    const environment = {
      TOOLSHED_HOME: join(folder, "home"),
      PORT: "0",
      PATH: `${folder}:${process.env.PATH}`,
      DISPLAY: ":0",
      CI: "",
    };
    const start = (...options: string[]) =>
      runOnTerminal(["start", ...options], environment, [{ prompt: "in another terminal", type: "\u0003" }]);
    const closed = await start("--no-open");
    const { code, shown } = await start();
    expect([closed.code, code]).toEqual([0, 0]);
    expect(shown.match(/http\S+/g)).toEqual([expect.stringContaining("/sign-in?code=")]);
    const read = () => (existsSync(opened) ? readFileSync(opened, "utf8") : "");
    await expect.poll(read).toMatch(/^http:\S+\/sign-in\?code=\S+\n$/);
    expect(shown).not.toContain(read().trim());
  });
});

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { doors, type RunReply } from "../fixtures/agent-doors.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { newerNode } from "../fixtures/newer-node.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const inspector = join(
  root,
  "test/peers/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);
const command = join(root, "packages/toolshed/bin/toolshed.js");

describe.skipIf(!newerNode || !existsSync(inspector))(
  "the command line of the MCP Inspector (needs Node 22 or later)",
  () => {
    test("lists the tools of toolshed serve, runs a script, and resumes it once a person has approved", {
      timeout: 180_000,
    }, async () => {
      const gateway = await startGateway();
      const { request } = doors(gateway);
      const inspect = async (...args: string[]) => {
        const serve = ["-e", `TOOLSHED_HOME=${gateway.home}`, process.execPath, command, "serve"];
        const { stdout } = await promisify(execFile)(
          newerNode ?? "",
          [inspector, "--cli", ...serve, ...args],
          {
            env: { ...process.env, HOME: temporaryFolder() },
          },
        );
        return JSON.parse(stdout);
      };
      const call = async (name: string, args: unknown): Promise<RunReply> => {
        const given = ["--tool-name", name, "--tool-args-json", JSON.stringify(args)];
        const { content } = await inspect("--method", "tools/call", ...given);
        return JSON.parse(content[0].text);
      };

      const { tools } = await inspect("--method", "tools/list");
      expect(tools.map(({ name }: { name: string }) => name)).toEqual([
        "search_tools",
        "read_tool",
        "run",
        "resume",
        "show_tool",
        "view_request",
      ]);
      const script = `const { id } = await tools.samples.notes.create({ title: "x" });
      return await tools.samples.notes.delete({ id })`;
      const { paused } = await call("run", { script });
      const execution_id = paused?.executionId;
      expect(await call("resume", { execution_id, approved: true })).toMatchObject({ resolved: false });
      const [{ id }] = (await request("/approvals")).body.approvals;
      await request(`/approvals/${id}`, { approved: true });
      expect(await call("resume", { execution_id })).toMatchObject({
        success: true,
        value: { deleted: expect.any(String) },
        calls: [{ path: "samples.notes.create" }, { path: "samples.notes.delete" }],
      });
    });
  },
);

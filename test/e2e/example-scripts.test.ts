import { mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCheckingGithub } from "../fixtures/checking-github.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const folder = join(root, "examples/scripts");
const peers = join(root, "test/peers/node_modules");
const expected: Record<string, string> = {
  "01-write-many.ts": "4\n",
  "03-find-the-tool.ts": "1\n",
  "05-go-on-after-an-error.ts": "2\n",
  "06-retry.ts": "4\n",
  "08-links.ts": "4\n",
  "13-issue-to-note.ts": "#7 Issue 7\n",
};
const paused = "10-clean-up.ts";

test("the example scripts do what they say, with notes, files and an API that checks each request", async () => {
  const { home } = await startGateway();
  const github = await startCheckingGithub();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  const files = join(realpathSync(temporaryFolder()), "files");
  mkdirSync(files);
  writeFileSync(join(files, "a.txt"), "one two three");
  writeFileSync(join(files, "b.txt"), "four");
  const server = join(peers, "@modelcontextprotocol/server-filesystem/dist/index.js");
  const document = join(peers, "@octokit/openapi/generated/api.github.com.json");
  const issues = "/repos/{owner}/{repo}/issues";
  const added = [
    await command("add", "mcp", "files", "--", process.execPath, server, files),
    await command(
      ...["add", "openapi", "github", document, "--path", issues, "--path", `${issues}/{issue_number}`],
      ...["--base-url", github.url, "--allow-private", "127.0.0.1"],
    ),
  ];
  expect(added.map(({ stderr }) => stderr)).toEqual(["", ""]);

  const scripts = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort();
  expect(scripts).toHaveLength(13);
  for (const file of scripts) {
    const { code, stdout, stderr } = await command("run", join(folder, file));
    const wanted = file === paused ? 4 : 0;
    expect({ file, code, stderr: code === wanted ? "" : stderr }).toEqual({ file, code: wanted, stderr: "" });
    if (expected[file]) expect(stdout).toBe(expected[file]);
    if (file === "09-too-much.ts") expect(stderr).toContain("tools.output({ handle:");
    if (file === paused) expect(stderr).toContain("samples.notes.delete waits for approval");
    if (file === "11-read-files.ts") expect(JSON.parse(stdout)).toEqual({ "a.txt": 3, "b.txt": 1 });
    if (file === "12-count-issues.ts")
      expect(JSON.parse(stdout)).toEqual([
        ["idea", 87],
        ["bug", 43],
      ]);
  }
  expect(github.problems).toEqual([]);
});

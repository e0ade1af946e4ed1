import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { root } from "../fixtures/source-files.ts";

const folder = join(root, "examples/scripts");
const expected: Record<string, string> = {
  "01-write-many.ts": "4\n",
  "03-find-the-tool.ts": "1\n",
  "05-go-on-after-an-error.ts": "2\n",
  "06-retry.ts": "4\n",
  "08-links.ts": "4\n",
};

test("the example scripts do what they say", async () => {
  const { home } = await startGateway();
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort();
  expect(files).toHaveLength(10);
  for (const file of files) {
    const { code, stdout, stderr } = await runCommand(["run", join(folder, file)], { TOOLSHED_HOME: home });
    const isLast = file === "10-clean-up.ts";
    expect({ file, code, stderr: code === (isLast ? 2 : 0) ? "" : stderr }).toEqual({
      file,
      code: isLast ? 2 : 0,
      stderr: "",
    });
    if (expected[file]) expect(stdout).toBe(expected[file]);
    if (file === "09-too-much.ts") expect(stderr).toContain("tools.output({ handle:");
    if (isLast) expect(stderr).toContain("samples.notes.delete waits for approval");
  }
});

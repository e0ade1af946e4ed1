import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startConformanceUpstream } from "../fixtures/conformance-upstream.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { canRunConformance, runConformance } from "../fixtures/run-conformance.ts";

/** The scenarios with the checks that failed in each, as the suite's summary has them. */
function failuresIn(stdout: string): string[] {
  return stdout
    .slice(stdout.indexOf("SUMMARY"))
    .split("\n")
    .filter((line) => /[1-9]\d* failed/.test(line) && !/^Total/.test(line.trim()))
    .map((line) => line.trim());
}

describe.skipIf(!canRunConformance)("the conformance suite through an endpoint that exposes a source", () => {
  test.each(["2025-11-25", "2026-07-28"])(
    "%s: nothing fails that does not fail directly",
    async (revision) => {
      const upstream = await startConformanceUpstream();
      onTestFinished(upstream.close);
      const gateway = await startGateway();
      const environment = { TOOLSHED_HOME: gateway.home };
      const added = await runCommand(["add", "mcp", "suite", upstream.url, "--allow-private"], environment);
      expect(added.stderr).toBe("");
      const { stdout } = await runCommand(["endpoint", "create", "suite", "--source", "suite"], environment);
      const [, url = ""] = /MCP URL {4}(\S+)/.exec(stdout) ?? [];

      const direct = await runConformance(upstream.url, "--requirements", revision);
      const through = await runConformance(url, "--requirements", revision);
      const total = ({ stdout }: { stdout: string }) => /Total: .*/.exec(stdout)?.[0];
      process.stdout.write(`${revision} direct:  ${total(direct)}\n${revision} through: ${total(through)}\n`);
      expect(failuresIn(through.stdout)).toEqual(failuresIn(direct.stdout));
      expect(through.code).toBe(direct.code);
    },
    240_000,
  );
});

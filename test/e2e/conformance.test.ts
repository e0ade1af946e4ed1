import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { finished } from "../fixtures/command.ts";
import { freePort } from "../fixtures/free-port.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { newerNode } from "../fixtures/newer-node.ts";
import { registered, signIn } from "../fixtures/oauth-flow.ts";
import { canRunConformance, conformanceSuite, runConformance } from "../fixtures/run-conformance.ts";

const expectedFailures = fileURLToPath(new URL("./conformance-expected-failures.yml", import.meta.url));

describe.skipIf(!canRunConformance)("the official conformance suite", () => {
  test.each(["2025-11-25", "2026-07-28"])(
    "%s has no failure beyond the expected ones, and none of those is stale",
    async (revision) => {
      const gateway = await startGateway();
      const options = ["--requirements", revision, "--expected-failures", expectedFailures];
      const { stdout, code } = await runConformance(gateway.mcpUrl, ...options);
      expect(stdout).toMatch(/Total: \d+ passed/);
      expect(code, stdout.slice(stdout.indexOf("SUMMARY"))).toBe(0);
    },
  );

  test("its scenarios for an authorization server all pass, with a person who says yes", async () => {
    const gateway = await startGateway();
    const person = await signIn(gateway);
    const port = await freePort();
    const { client_id } = await registered(gateway, {
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    });
    const child = spawn(newerNode ?? "", [
      conformanceSuite,
      "authorization",
      "--url",
      `${gateway.url}/api/auth`,
      "--client-id",
      client_id,
      "--resource",
      `${gateway.url}/api/mcp`,
      "--port",
      String(port),
    ]);
    const ended = finished(child);
    child.stdout.on("data", async (data: Buffer) => {
      const [url] = /http\S+\/oauth2\/authorize\?\S+/.exec(String(data)) ?? [];
      if (url === undefined) return;
      const answered = await person.answer(await person.follow(url));
      await fetch(((await answered.json()) as { url: string }).url);
    });
    const { stdout, code } = await ended;
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/authorization-server-metadata-endpoint/);
    expect(stdout).toMatch(/authorization-code-grant/);
    expect(stdout).toMatch(/Total: 3 passed, 0 failed/);
  });
});

import { expect, test } from "vitest";
import { startVitest } from "vitest/node";
import { root } from "./fixtures/source-files.ts";

async function statesOf(fixture: string): Promise<string[]> {
  const vitest = await startVitest("test", [], {
    root,
    config: false,
    watch: false,
    reporters: [{}],
    include: [`test/setup/fixtures/${fixture}.fixture.ts`],
    setupFiles: ["test/setup/clean-worker.ts"],
    onConsoleLog: () => false,
    dangerouslyIgnoreUnhandledErrors: true,
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const states = tests.map((test) => test.result().state);
  await vitest.close();
  process.exitCode = undefined;
  return states;
}

test("a test that leaves a console error or an unhandled rejection fails", async () => {
  expect(await statesOf("console-error")).toEqual(["failed"]);
  expect(await statesOf("unhandled-rejection")).toEqual(["failed"]);
  expect(await statesOf("clean")).toEqual(["passed"]);
});

import { defineConfig } from "vitest/config";

// Tests read the sources of the packages they import, so no build comes first.
const conditions = ["@toolshed/source", "module", "node", "development|production"];
const ours = { resolve: { conditions }, ssr: { resolve: { conditions } } };
const setupFiles = ["test/setup/no-stray-errors.ts"];
// What a test waits for may take a while on a busy machine.
const expect = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    // Most tests wait for other processes; one worker alone leaves a small machine idle.
    maxWorkers: 2,
    projects: [
      {
        ...ours,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "test/*.test.ts"],
          setupFiles,
          expect,
          testTimeout: 20_000,
        },
      },
      {
        ...ours,
        test: {
          name: "interop",
          include: ["test/interop/**/*.test.ts"],
          setupFiles,
          expect,
          testTimeout: 30_000,
        },
      },
      {
        ...ours,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          setupFiles,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...ours,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          setupFiles,
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

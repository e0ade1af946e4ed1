import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { FileOrder } from "./test/setup/file-order.ts";

// Tests read the sources of the packages they import, so no build comes first.
const conditions = ["@toolshed/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/peers/**", "test/matrix/**"],
    setupFiles: ["test/setup/clean-worker.ts"],
    globalSetup: ["test/setup/pool.ts"],
    // Most files wait for other processes half of the time.
    maxWorkers: 2 * availableParallelism(),
    // Files share a worker, its modules and its browser: starting these takes longer than most files.
    isolate: false,
    sequence: { sequencer: FileOrder },
    // Ends tests that hang. No test relies on reaching a limit, so a busy machine only takes longer.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

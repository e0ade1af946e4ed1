import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, sourceFiles } from "../../../../test/fixtures/source-files.ts";

test("only starting a gateway uses the process itself", () => {
  const folder = "packages/toolshed/src/cli";
  const using = sourceFiles(folder).filter((file) =>
    /\bprocess\.(stdin|stdout|stderr|env|cwd|exit|exitCode)\b/.test(
      readFileSync(join(root, folder, file), "utf8"),
    ),
  );
  expect(using.sort()).toEqual(["gateway/guard-process.ts", "gateway/start-gateway.ts", "invocation.ts"]);
});

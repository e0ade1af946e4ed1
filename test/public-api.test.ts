import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./fixtures/source-files.ts";

/** What each entry promises to those who import it. A name is taken away only in a major version. */
const entries: Record<string, { values: string[]; types: string[] }> = {
  "packages/sdk/src/index.ts": {
    values: ["apiKey", "definePlugin", "defineTool", "none", "oauth2", "parseArguments"],
    types: [
      "ApiKeyProvider",
      "AuthProvider",
      "ElicitRequest",
      "ElicitResult",
      "InferInput",
      "InferOutput",
      "Logger",
      "OAuth2Provider",
      "OpenProvider",
      "ParsedArguments",
      "PathlessTool",
      "Plugin",
      "PluginDefinition",
      "PluginStore",
      "PluginStoreEntry",
      "Schema",
      "Tool",
      "ToolContext",
      "ToolDefinition",
      "ToolTree",
      "ToolView",
    ],
  },
  "packages/sdk/src/testing/index.ts": {
    values: ["createMemoryStore", "testPlugin"],
    types: ["TestOptions", "TestedPlugin"],
  },
};

test.each(Object.keys(entries))("%s exports exactly its promised names", async (file) => {
  const text = readFileSync(join(root, file), "utf8");
  const statements = [...text.matchAll(/^export (type )?\{([^}]*)\} from "[^"]+";$/gm)];
  expect(statements.length, "an entry has nothing but named exports").toBe(text.trim().split(/;\n/).length);

  const names = (type: boolean) =>
    statements
      .filter((statement) => (statement[1] !== undefined) === type)
      .flatMap((statement) => (statement[2] as string).split(","))
      .map((name) => name.trim())
      .filter(Boolean)
      .sort();
  expect(names(false)).toEqual(entries[file]?.values);
  expect(names(true)).toEqual(entries[file]?.types);
  expect(Object.keys(await import(join(root, file))).sort()).toEqual(entries[file]?.values);
});

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createCatalog } from "../../packages/toolshed/dist/catalog/catalog.js";
import { callTool } from "../../packages/toolshed/dist/mcp/tools/call-tool.js";
import { readTool } from "../../packages/toolshed/dist/mcp/tools/read-tool.js";
import { searchTools } from "../../packages/toolshed/dist/mcp/tools/search-tools.js";
import { indexCatalog } from "../../packages/toolshed/dist/search/index-catalog.js";
import { whenComplete } from "./speed.mjs";

const file = fileURLToPath(
  new URL("../../test/peers/node_modules/@octokit/openapi/generated/api.github.com.json", import.meta.url),
);
const task = "create an issue in a repository";
const answer = "github.issues.create";
const tokens = (text) => Math.round(text.length / 4);
const print = (title, count) =>
  process.stdout.write(`${title.padEnd(72)}${count.toLocaleString("en").padStart(12)}\n`);

/** Prints the tokens, of four characters each, that one task costs a model beside having every operation listed. */
export async function showContextCost() {
  if (!existsSync(file)) {
    process.stdout.write(
      'GitHub\'s API document is not installed: "npm ci --prefix test/peers" does that.\n',
    );
    return;
  }
  const tools = toTools(JSON.parse(readFileSync(file, "utf8")));
  const catalog = createCatalog([{ id: "github", tools }]);
  const visibility = async () => ({ isVisible: () => true, isHiddenByProvider: () => false });
  const index = indexCatalog(catalog);
  await whenComplete(index);
  const search = searchTools({ index, visibility, dashboardUrl: "" });
  const read = readTool(catalog, visibility, async (outcome) => outcome);
  const textOf = ({ content }) => content.map(({ text }) => text).join("\n");

  const listed = tokens(JSON.stringify([search, read, callTool()].map((tool) => tool.listed)));
  const found = textOf(await search.run({ query: task }, {}));
  const searched = tokens(found);
  const readOne = tokens(textOf(await read.run({ path: answer }, {})));
  const all = tokens(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  );
  const place = JSON.parse(found).findIndex(({ path }) => path === answer) + 1;

  print(`tokens for the task "${task}" (found in place ${place} of ten)`, "");
  print("  tools/list", listed);
  print("  search_tools", searched);
  print("  read_tool, where the signature is not enough", readOne);
  print("  all three", listed + searched + readOne);
  print(`  all ${tools.length} operations of GitHub as tools`, all);
  print("  times as many", Math.round(all / (listed + searched + readOne)));
}

function toTools(document) {
  return Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation.operationId) return [];
      return {
        path: `github.${operation.operationId.replace("/", ".").replaceAll("-", "_")}`,
        name: operation.summary,
        description: operation.description ?? operation.summary,
        inputSchema: toInputSchema(document, operation),
        destructive: method !== "get",
        readOnly: method === "get",
      };
    }),
  );
}

function toInputSchema(document, { parameters = [], requestBody }) {
  const resolve = ({ $ref, ...own }) => ($ref ? lookUp(document, $ref) : own);
  const all = parameters.map(resolve);
  const body = resolve(requestBody?.content?.["application/json"]?.schema ?? {});
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(
        all.map(({ name, description, schema }) => [name, { ...resolve(schema ?? {}), description }]),
      ),
      ...body.properties,
    },
    required: [...all.filter(({ required }) => required).map(({ name }) => name), ...(body.required ?? [])],
  };
}

function lookUp(document, reference) {
  return reference
    .slice(2)
    .split("/")
    .reduce((found, key) => found[key], document);
}

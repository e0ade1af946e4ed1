import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const inData = (file) => fileURLToPath(new URL(`data/${file}`, import.meta.url));

/** Sets of texts that say what a single tool does, in the form that `--set` takes. */
export const givenSets = ["metatool-dev", "sealtools-dev"].map((name) => inData(`${name}.json`));
/**
 * Sentences for the operations of ten real APIs: those the ranking was developed with, others of its author, those of
 * someone else, and plain requests for main resources.
 */
const apiSets = ["dev", "held", "fresh", "main"].map((name) => inData(`api-requests-${name}.json`));
/** Requests for several tools. */
const taskSets = [inData("tasks-dev.json")];
export const allSets = [...givenSets, ...apiSets, ...taskSets];

/**
 * A set of tools and queries. A tool has the `id` by which queries name it, and which two tools share if either will do.
 */
export function loadSet(file) {
  const { tools, queries } = apiSets.includes(file) ? readApiSet(file) : readSet(file);
  return {
    name: basename(file, ".json"),
    /** Whether any of a query's tools will do. */
    anyOf: apiSets.includes(file),
    hasKeywords: !apiSets.includes(file) && !taskSets.includes(file),
    tools,
    queries,
  };
}

function readSet(file) {
  const { tools, queries } = JSON.parse(readFileSync(file, "utf8"));
  // Only tools of real servers come from several sources. Elsewhere a group is a subject.
  const grouped = taskSets.includes(file);
  return { tools: tools.map((tool, at) => toSourceTool(tool, at, grouped)), queries };
}

let operations;

function readApiSet(file) {
  operations ??= JSON.parse(gunzipSync(readFileSync(inData("apis.json.gz")))).map((tool) => ({
    ...tool,
    source: tool.path.slice(0, tool.path.indexOf(".")),
    destructive: !tool.readOnly,
  }));
  return { tools: operations, queries: JSON.parse(readFileSync(file, "utf8")) };
}

function toSourceTool({ name, group, description, inputSchema }, at, grouped) {
  const source = grouped ? toSegment(group, at) : "bench";
  const path = `${source}.${toSegment(name, at)}`;
  return { id: name, source, path, name, description, inputSchema, destructive: false, readOnly: false };
}

function toSegment(name, at) {
  const segment = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  return /^[a-z]/.test(segment) ? segment : `tool_${at}`;
}

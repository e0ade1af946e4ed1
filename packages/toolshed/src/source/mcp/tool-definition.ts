import type { Tool } from "@modelcontextprotocol/client";
import { cleanText } from "../clean-text.ts";
import { commandTags } from "../command-tags.ts";
import { stableHash } from "./stable-hash.ts";

/** A tool as a server lists it, made safe to show, with what was odd about it. */
export interface ToolDefinition {
  readonly tool: Tool;
  /** Of all that a model or a person goes by, before anything was taken out. */
  readonly hash: string;
  readonly flags: readonly string[];
}

const maxTools = 5_000;
const maxNameLength = 200;
const maxDescriptionLength = 10_000;
const maxSchemaLength = 256 * 1024;

/** What a server lists, bounded and cleaned. What cannot be a tool is left out. */
export function toDefinitions(tools: readonly Tool[]): ToolDefinition[] {
  const names = new Map<string, string>();
  return tools.slice(0, maxTools).flatMap((tool) => {
    const { name } = tool;
    if (typeof name !== "string" || name.length > maxNameLength || names.has(name)) return [];
    const flags = flagsOf(tool);
    const skeleton = toSkeleton(name);
    const twin = [...names].find(([, other]) => other === skeleton)?.[0];
    if (twin !== undefined) flags.push(`its name looks like that of ${twin}`);
    names.set(name, skeleton);
    return { tool: clean(tool), hash: hashOf(tool), flags };
  });
}

function flagsOf(tool: Tool): string[] {
  const { name, title = "", description = "" } = tool;
  const schemas = JSON.stringify([tool.inputSchema, tool.outputSchema]) ?? "";
  const flags: string[] = [];
  if (/[^\x20-\x7e]/.test(name)) flags.push("its name has letters that look like others");
  if (cleanText(name + title + description) !== name + title + description || hasHidden(tool.inputSchema)) {
    flags.push("it has characters that people do not see; they were taken out");
  }
  if (commandTags.test(title + description + schemas)) flags.push("it speaks to the model in tags");
  if (description.length > maxDescriptionLength) flags.push("its description was too long and was cut");
  if (schemas.length > maxSchemaLength) flags.push("its schemas were too large and were left out");
  return flags;
}

function clean(tool: Tool): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  const fits = (schema: unknown) => (JSON.stringify(schema)?.length ?? 0) <= maxSchemaLength;
  return {
    name,
    ...(title !== undefined && { title: cleanText(title).slice(0, maxNameLength) }),
    ...(description !== undefined && { description: cleanText(description).slice(0, maxDescriptionLength) }),
    inputSchema: fits(inputSchema) ? cleanSchema(inputSchema) : { type: "object" },
    ...(outputSchema && fits(outputSchema) && { outputSchema: cleanSchema(outputSchema) }),
    ...(annotations && { annotations }),
    ...(_meta && fits(_meta) && { _meta }),
  };
}

const proseKeys = new Set(["description", "title", "$comment"]);

/** Only prose is cleaned: a value that a server accepts stays what it is. */
function cleanSchema<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      proseKeys.has(key) && typeof value === "string"
        ? cleanText(value).slice(0, maxDescriptionLength)
        : value,
    ),
  );
}

const hasHidden = (schema: unknown): boolean =>
  JSON.stringify(cleanSchema(schema)) !== JSON.stringify(schema);

function hashOf({ name, title, description, inputSchema, outputSchema, annotations, _meta }: Tool): string {
  const ui = [_meta?.ui, _meta?.["ui/resourceUri"]];
  const parts = [name, title, description, inputSchema, outputSchema, annotations, ui];
  return stableHash(parts);
}

const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  с: "c",
  ԁ: "d",
  е: "e",
  һ: "h",
  і: "i",
  ј: "j",
  ӏ: "l",
  о: "o",
  р: "p",
  ѕ: "s",
  у: "y",
  х: "x",
  ѵ: "v",
  ο: "o",
  ν: "v",
  α: "a",
  ι: "i",
  ρ: "p",
  κ: "k",
  ı: "i",
  ɡ: "g",
  "0": "o",
  "1": "l",
};

/** What is left of a name when only its looks count. */
const toSkeleton = (name: string): string =>
  [...name.normalize("NFKC").toLowerCase()]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");

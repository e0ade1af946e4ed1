import { hash as digest } from "node:crypto";
import type { Tool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../../../json/canonical-json.ts";
import { isObject } from "../../../json/json-object.ts";
import { createTimeSlices } from "../../../work/time-slices.ts";
import { cleanText, commandTags, tagsConcern } from "../../clean-text.ts";
import type { Page } from "../peer/results.ts";

/** A tool as a server lists it, made safe to show, with what was odd about it. */
export interface ToolDefinition {
  readonly tool: Tool;
  /** Of all that a model or a person goes by, before anything was taken out. */
  readonly hash: string;
  readonly flags: readonly string[];
  /** Of all that the server has sent of it: what is listed with the same is not looked at again. */
  readonly listed: string;
  /** The tool before it that has a name that looks the same. */
  readonly twin: string | undefined;
  readonly skeleton: string;
}

/** By the names that the server gives them. */
export type ToolDefinitions = ReadonlyMap<string, ToolDefinition>;

const maxTools = 5_000;
const maxNameLength = 200;
const maxDescriptionLength = 10_000;
const maxSchemaLength = 256 * 1024;
/** What is longer is compared as it is, since to sort its members takes too long. */
const maxHashedLength = 1024 * 1024;

/**
 * What a server lists, bounded and cleaned. What cannot be a tool is left out. Of what is listed as before, the known
 * definition is taken.
 */
export async function toDefinitions(
  tools: readonly unknown[],
  known: ToolDefinitions = new Map(),
): Promise<ToolDefinitions> {
  const slices = createTimeSlices();
  const definitions = new Map<string, ToolDefinition>();
  const names = new Map<string, string>();
  for (const tool of tools) {
    if (definitions.size === maxTools) break;
    if (slices.isOver()) await slices.next();
    if (!isTool(tool) || tool.name.length > maxNameLength || definitions.has(tool.name)) continue;
    const own = define(tool, known.get(tool.name));
    const twin = names.get(own.skeleton);
    definitions.set(tool.name, own.twin === twin ? own : withTwin(own, twin));
    if (twin === undefined) names.set(own.skeleton, tool.name);
  }
  return definitions;
}

function isTool(value: unknown): value is Tool {
  if (!isObject(value)) return false;
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = value;
  return (
    typeof name === "string" &&
    [title, description].every((text) => text === undefined || typeof text === "string") &&
    isObject(inputSchema) &&
    inputSchema.type === "object" &&
    [outputSchema, annotations, _meta].every((part) => part === undefined || isObject(part)) &&
    ["string", "undefined"].includes(typeof (annotations as { title?: unknown } | undefined)?.title)
  );
}

function define(tool: Tool, known: ToolDefinition | undefined): ToolDefinition {
  const text = JSON.stringify(tool);
  const listed = digest("sha256", text);
  if (known?.listed === listed) return known;
  const { cleaned, flags } = clean(tool);
  const hash = text.length > maxHashedLength ? listed.slice(0, 32) : hashOf(tool);
  return { tool: cleaned, hash, flags, listed, twin: undefined, skeleton: toSkeleton(tool.name) };
}

function withTwin({ flags, twin: before, ...definition }: ToolDefinition, twin: string | undefined) {
  const own = before === undefined ? flags : flags.slice(0, -1);
  const more = twin === undefined ? [] : [`its name looks like that of ${twin}`];
  return { ...definition, flags: [...own, ...more], twin };
}

function clean(tool: Tool): { cleaned: Tool; flags: string[] } {
  const { name, annotations, _meta } = tool;
  const title = tool.title ? shorten(tool.title, maxNameLength) : undefined;
  const olderTitle = annotations?.title ? shorten(annotations.title, maxNameLength) : undefined;
  const description = tool.description ? shorten(tool.description, maxDescriptionLength) : undefined;
  const input = cleanSchema(tool.inputSchema);
  const output = tool.outputSchema && cleanSchema(tool.outputSchema);
  const isTooLong = (tool.description?.length ?? 0) > maxDescriptionLength;
  const shown = [name, title?.given, olderTitle?.given, description?.given].filter(Boolean).join("");

  const flags: string[] = [];
  if (/[^\x20-\x7e]/.test(name)) flags.push("its name has letters that look like others");
  if (cleanText(shown) !== shown || input.hasHidden) {
    flags.push("it has characters that people do not see; they were taken out");
  }
  if (commandTags.test(shown + input.text + (output?.text ?? ""))) flags.push(tagsConcern);
  if (isTooLong) flags.push("its description was too long and was cut");
  if (!input.schema || (output && !output.schema)) flags.push("its schemas were too large and were left out");

  const cleaned: Tool = {
    name,
    ...(title && { title: title.shown }),
    ...(description && { description: description.shown }),
    inputSchema: (input.schema as Tool["inputSchema"] | undefined) ?? { type: "object" },
    ...(output?.schema && { outputSchema: output.schema }),
    ...(annotations && {
      annotations: olderTitle ? { ...annotations, title: olderTitle.shown } : annotations,
    }),
    ...(_meta && JSON.stringify(_meta).length <= maxSchemaLength && { _meta }),
  };
  return { cleaned, flags };
}

/** What is taken out may make room for more, but not for twice as much: hostile text is not worth the time. */
function shorten(text: string, maxLength: number): { given: string; shown: string } {
  const given = text.slice(0, 2 * maxLength);
  return { given, shown: cleanText(given).slice(0, maxLength) };
}

const proseKeys = new Set(["description", "title", "$comment"]);

/** Only prose is cleaned: a value that a server accepts stays what it is. Gives no schema where that is too large. */
function cleanSchema(schema: object): {
  text: string;
  schema?: Record<string, unknown>;
  hasHidden: boolean;
} {
  const text = JSON.stringify(schema);
  if (text.length > maxSchemaLength) return { text: "", hasHidden: false };
  const cleaned = JSON.stringify(schema, (key, value) =>
    proseKeys.has(key) && typeof value === "string" ? shorten(value, maxDescriptionLength).shown : value,
  );
  return { text, schema: JSON.parse(cleaned), hasHidden: cleaned !== text };
}

function hashOf({ name, title, description, inputSchema, outputSchema, annotations, _meta }: Tool): string {
  const ui = [_meta?.ui, _meta?.["ui/resourceUri"]];
  const parts = [name, title, description, inputSchema, outputSchema, annotations, ui];
  return stableHash(parts);
}

/** Letters that look like another one, each before the one that it looks like. */
const lookAlikes = new Map(
  "аa сc ԁd еe һh іi јj ӏl оo рp ѕs уy хx ѵv οo νv αa ιi ρp κk ıi ɡg 0o 1l"
    .split(" ")
    .map(([letter, other]) => [letter, other]),
);

/** What is left of a name when only its looks count. */
const toSkeleton = (name: string): string =>
  [...name.normalize("NFKC").toLowerCase()]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** A hash of a JSON value that does not depend on the order in which objects list their members. */
export const stableHash = (value: unknown): string => digest("sha256", canonicalJson(value)).slice(0, 32);

const maxPages = 500;

/**
 * Reads page after page, however many a server pretends to have. What of it is a tool shows later. `problem` says why
 * this is not all, if so, in words that continue the server's name.
 */
export async function readToolList(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<{ tools: readonly unknown[]; problem?: string }> {
  const slices = createTimeSlices();
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    for (const tool of page.tools.slice(0, maxTools + 1 - tools.length)) tools.push(tool);
    if (tools.length > maxTools) {
      return {
        tools: tools.slice(0, maxTools),
        problem: `lists more than ${maxTools.toLocaleString("en-US")} tools; the rest is left out`,
      };
    }
    cursor = page.nextCursor;
    if (!cursor) return { tools };
    if (cursors.has(cursor) || cursors.size === maxPages) {
      return { tools, problem: "lists its tools on pages without end; what was read is used" };
    }
    cursors.add(cursor);
    if (slices.isOver()) await slices.next();
  }
}

import { createRequire } from "node:module";
import type { Lexer } from "yaml";
import { isObject, type JsonObject, toObject, toText } from "../../../json/json-object.ts";
import { type JsonBounds, JsonError, parseJson } from "../../../json/parse-json.ts";
import { UserError } from "../../../user-error.ts";
import { cleanDocument, type Oddity } from "./clean-document.ts";
import { type DocumentParts, openParts, writeParts } from "./document-parts.ts";
import { createReferences } from "./references.ts";

export type Edition = "2.0" | "3.0" | "3.1";

export type ApiDocument = ReturnType<typeof openDocument>;

export interface ReadDocument extends ApiDocument {
  /** What it is kept as: tools are made from it without reading all of it again. */
  readonly parts: DocumentParts;
  /** What was odd about its texts, which are clean by now. */
  readonly oddities: readonly Oddity[];
}

/** For what only some documents need, synchronously. */
const require = createRequire(import.meta.url);
const maxJsonLength = 64 * 1024 * 1024;
/** YAML takes about fifty times as long to read as JSON. */
const maxYamlLength = 16 * 1024 * 1024;
const jsonBounds: JsonBounds = { depth: 512, values: 5_000_000, text: 16_000_000 };
const maxTitleLength = 80;
const tooLong = "The document is too long: give it as JSON, or leave out what you do not need.";

/** Reads the text of an OpenAPI or Swagger document, in JSON or YAML. It may take all time and memory: it belongs in a job. */
export function readDocument(text: string): ReadDocument {
  const stated = parseText(text);
  if (!isObject(stated)) throw new UserError("This is not an OpenAPI document: it is not an object.");
  editionOf(stated);
  const oddities = cleanDocument(stated);
  const { omitted, ...parts } = split(stated);
  const long = omitted.map((name) => ({ name, flags: ["it is longer than 1 MB, and was left out"] }));
  return { ...openDocument(parts), parts, oddities: [...oddities, ...long.slice(0, maxOmitted)] };
}

const maxOmitted = 50;

/** A document that was read before. */
export function openDocument(parts: DocumentParts) {
  const root = openParts(parts);
  const info = toObject(root.info);
  return {
    edition: editionOf(root),
    root,
    references: createReferences(root),
    title: toText(info.title).trim().replace(/\s+/g, " ").slice(0, maxTitleLength) || "Untitled",
    version: String(info.version ?? "").slice(0, maxTitleLength),
  };
}

function split(root: JsonObject): ReturnType<typeof writeParts> {
  try {
    const parts = writeParts(root);
    if (parts.text.length <= maxJsonLength) return parts;
  } catch (error) {
    // What `JSON.stringify` says of a value that contains itself.
    if (error instanceof TypeError)
      throw new UserError("The document has an alias that stands for itself: write it without aliases.");
    throw error;
  }
  throw new UserError(tooLong);
}

function parseText(text: string): unknown {
  const isJson = /^\s*\{/.test(text);
  if (text.length > (isJson ? maxJsonLength : maxYamlLength)) throw new UserError(tooLong);
  if (!isJson) return parseYaml(text);
  try {
    return parseJson(text, jsonBounds);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error.reason !== "syntax") throw new UserError(`The document is too complex: ${error.message}.`);
    return parseYaml(text, error.cause as Error);
  }
}

function parseYaml(text: string, jsonError?: Error): unknown {
  const { Lexer, parse } = require("yaml") as typeof import("yaml");
  if (text.length > maxYamlLength) throw new UserError(tooLong);
  if (isTooDeep(text, new Lexer())) {
    throw new UserError("The document is too complex: it nests too deep for an OpenAPI document.");
  }
  try {
    // To look for keys that occur twice takes time that grows with the square of their number.
    return parse(text, { maxAliasCount: 1000, logLevel: "error", uniqueKeys: false });
  } catch (yamlError) {
    const { message } = jsonError ?? (yamlError as Error);
    const reason = message.split("\n", 1)[0]?.slice(0, 200);
    throw new UserError(`The document is neither JSON nor YAML: ${reason}`);
  }
}

function editionOf({ swagger, openapi }: JsonObject): Edition {
  // YAML reads an unquoted 2.0 as a number.
  if (Number(swagger) === 2) return "2.0";
  const version = String(openapi ?? "");
  if (version.startsWith("3.0")) return "3.0";
  if (/^3\.\d/.test(version)) return "3.1";
  throw new UserError(
    "This is not an OpenAPI document: it needs a field openapi with 3.0 or 3.1, or swagger with 2.0.",
  );
}

const maxDepth = 200;
/** On one line: `- - - x` nests as deep as it has dashes, and a value has one tag and one anchor. */
const maxMarks = 100;
/** Comes before the text of a plain scalar. */
const scalar = "\u001f";

/** Whether it nests deeper than a document does. The parser itself takes forever and all memory to find that out. */
function isTooDeep(text: string, lexer: Lexer): boolean {
  let depth = 0;
  let marks = 0;
  let isText = false;
  for (const token of lexer.lex(text)) {
    if (isText) {
      isText = false;
      continue;
    }
    isText = token === scalar;
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else if (token === "-" || token === "?" || token.startsWith("&") || token.startsWith("!")) marks += 1;
    else if (token.startsWith("\n")) marks = 0;
    if (depth > maxDepth || marks > maxMarks) return true;
  }
  return false;
}

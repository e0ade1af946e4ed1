import { createRequire } from "node:module";
import { UserError } from "../../user-error.ts";
import { type Cleaned, cleanDocument } from "./clean-document.ts";
import { isObject, type JsonObject, toObject, toText } from "./json-object.ts";

export type Edition = "2.0" | "3.0" | "3.1";

/** `oddities` is what was odd about its texts, which are clean by now. */
export interface ApiDocument extends Cleaned {
  readonly edition: Edition;
  readonly root: JsonObject;
  readonly title: string;
  readonly version: string;
}

/** For what only some documents need, and at once. */
const require = createRequire(import.meta.url);
const maxJsonLength = 64 * 1024 * 1024;
/** YAML takes about fifty times as long to read as JSON. */
const maxYamlLength = 16 * 1024 * 1024;
const maxTitleLength = 80;

const known: Cleaned = { oddities: [], wasClean: true };

/** Reads the text of an OpenAPI or Swagger document, in JSON or YAML. One that is known to be clean is not looked through. */
export function readDocument(text: string, isKnownClean = false): ApiDocument {
  const root = parseText(text);
  if (!isObject(root)) throw new UserError("This is not an OpenAPI document: it is no object.");
  const edition = editionOf(root);
  const cleaned = isKnownClean ? known : cleanDocument(root);
  const info = toObject(root.info);
  return {
    edition,
    root,
    title: toText(info.title).trim().replace(/\s+/g, " ").slice(0, maxTitleLength) || "Untitled",
    version: String(info.version ?? "").slice(0, maxTitleLength),
    ...cleaned,
  };
}

function parseText(text: string): unknown {
  const isJson = /^\s*\{/.test(text);
  if (text.length > (isJson ? maxJsonLength : maxYamlLength)) {
    throw new UserError("The document is too long: give it as JSON, or leave out what you do not need.");
  }
  try {
    return JSON.parse(text);
  } catch (jsonError) {
    try {
      const { parse } = require("yaml") as typeof import("yaml");
      return parse(text, { maxAliasCount: 1000, logLevel: "error" });
    } catch (yamlError) {
      const { message } = (isJson ? jsonError : yamlError) as Error;
      throw new UserError(
        `The document is neither JSON nor YAML: ${message.split("\n", 1)[0]?.slice(0, 200)}`,
      );
    }
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

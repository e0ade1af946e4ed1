import { type JsonObject, toArray, toObject, toText } from "../../../json/json-object.ts";
import type { JsonSchema } from "../../source.ts";
import type { References } from "../document/references.ts";
import { shortExamples } from "../document/short-examples.ts";
import { readWriting } from "./read-parameters.ts";

type BodyKind = "json" | "multipart" | "form" | "text" | "binary";

export type RequestBody = NonNullable<ReturnType<typeof readRequestBody>>;

/** The first kind that an operation takes is the one its tool sends. */
const kinds: readonly (readonly [kind: BodyKind, type: string, pattern: RegExp])[] = [
  ["json", "application/json", /^application\/json\b|\+json\b|^\*\/\*$|^application\/\*$/],
  ["multipart", "multipart/form-data", /^multipart\/form-data\b/],
  ["form", "application/x-www-form-urlencoded", /^application\/x-www-form-urlencoded\b/],
  ["text", "text/plain", /^text\/|^application\/xml\b|\+xml\b|^application\/(x-)?(yaml|ndjson|graphql)\b/],
  ["binary", "application/octet-stream", /./],
];

export function readRequestBody(stated: unknown, references: References) {
  const body = references.follow(stated);
  const types = Object.keys(toObject(body.content));
  for (const [kind, usualType, pattern] of kinds) {
    const type = types.find((candidate) => pattern.test(candidate.toLowerCase()));
    if (type === undefined) continue;
    const content = toObject(toObject(body.content)[type]);
    const { schema, encoding } = content;
    return {
      kind,
      mediaType: type.includes("*") ? usualType : type,
      required: body.required === true,
      description: toText(body.description),
      schema,
      examples: shortExamples(content),
      /** The fields of a form that are files. */
      files: new Set(kind === "multipart" ? fileFields(schema, references) : []),
      encodingOf: (field: string) => readEncoding(toObject(toObject(encoding)[field])),
    };
  }
  return undefined;
}

/** Fields are written as in a query. */
function readEncoding(encoding: JsonObject) {
  const { contentType, style, explode } = encoding;
  return {
    ...readWriting(encoding, "query"),
    /** The media type of the part, if the document gives one. */
    ...(typeof contentType === "string" && { contentType }),
    /** Whether the document says how the field is written, instead of leaving that to the defaults. */
    isStyled: style !== undefined || explode !== undefined,
  };
}

/** A file in a form. An answer that is a file looks the same, so that one can be handed on to another tool. */
const fileSchema: JsonSchema = {
  type: "object",
  description: "A file",
  properties: {
    data: { type: "string", contentEncoding: "base64", description: "The file's bytes in base64" },
    filename: { type: "string" },
    contentType: { type: "string" },
  },
  required: ["data"],
};

/** The schema of the tool's argument `body`. */
export function bodySchema(
  { kind, schema, description, examples, files }: RequestBody,
  convertPart: (schema: unknown) => JsonSchema,
  references: References,
): JsonSchema {
  const described = description && { description: description.slice(0, 2000) };
  if (kind === "text") return { type: "string", ...described };
  if (kind === "binary") {
    return {
      type: "string",
      contentEncoding: "base64",
      description: description || "The bytes to send, in base64",
    };
  }
  const plain = { ...described, ...convertPart(schema), ...(examples.length > 0 && { examples }) };
  return files.size === 0 ? plain : { ...described, ...withFiles(schema, files, convertPart, references) };
}

/** The fields of a form in one object, whose binary ones become files. */
function withFiles(
  schema: unknown,
  files: ReadonlySet<string>,
  convertPart: (schema: unknown) => JsonSchema,
  references: References,
): JsonSchema {
  const [whole = {}, ...rest] = partsOf(schema, references);
  const { allOf: _, ...own } = convertPart(whole);
  const parts = rest.map(convertPart);
  const properties: Record<string, unknown> = {};
  for (const part of [...parts, own]) {
    for (const [name, property] of Object.entries(toObject(part.properties))) {
      properties[name] = files.has(name) ? toFile(property as JsonSchema) : property;
    }
  }
  const required = new Set([own, ...parts].flatMap((part) => (part.required as string[] | undefined) ?? []));
  return { ...own, type: "object", properties, ...(required.size > 0 && { required: [...required] }) };
}

function toFile({ type, description }: JsonSchema): JsonSchema {
  const described = description !== undefined && { description };
  return type === "array" ? { type, items: fileSchema, ...described } : { ...fileSchema, ...described };
}

function fileFields(schema: unknown, references: References): string[] {
  return partsOf(schema, references)
    .flatMap(({ properties }) => Object.entries(toObject(properties)))
    .filter(([, stated]) => {
      const property = references.follow(stated);
      return isBinary(property) || isBinary(references.follow(property.items));
    })
    .map(([name]) => name);
}

const maxParts = 100;

/** A schema and all that it is made of by `allOf`, which may lead back to itself. */
function partsOf(schema: unknown, references: References): JsonObject[] {
  const parts = new Set([references.follow(schema)]);
  // What is added on the way is visited too.
  for (const { allOf } of parts) {
    for (const part of toArray(allOf)) if (parts.size < maxParts) parts.add(references.follow(part));
  }
  return [...parts];
}

function isBinary({ type, format, contentMediaType, contentEncoding }: JsonObject): boolean {
  if (type === "file" || format === "binary") return true;
  return (
    typeof contentMediaType === "string" &&
    contentEncoding === undefined &&
    !/json|^text\//.test(contentMediaType)
  );
}

import type { createDocumentSchemas } from "./document-schemas.ts";

type Json = Record<string, unknown>;

export interface ReceivedRequest {
  readonly method: string;
  /** As it came, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CheckedRequest {
  readonly problems: string[];
  /** What arrived of each parameter, and of the body. */
  readonly received: Map<string, unknown>;
}

type Schemas = ReturnType<typeof createDocumentSchemas>;
type Decoded = { found: boolean; value?: unknown };

/** Reads a request as a service would that has nothing but the document, and tells what does not conform. */
export function checkRequest(
  document: Json,
  schemas: Schemas,
  { method, template }: { method: string; template: string },
  request: ReceivedRequest,
): CheckedRequest {
  const problems: string[] = [];
  const received = new Map<string, unknown>();
  const pathItem = schemas.resolve((document.paths as Json)[template]);
  const operation = pathItem[method] as Json;
  const [path = "", query = ""] = request.url.split("?");
  const captures = matchTemplate(template, path);
  if (!captures) return { problems: [`${path} does not fit ${template}`], received };

  const parameters = new Map<string, Json>();
  for (const stated of [
    ...((pathItem.parameters ?? []) as unknown[]),
    ...((operation.parameters ?? []) as unknown[]),
  ]) {
    const parameter = schemas.resolve(stated);
    parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }

  const pairs = query.split("&").filter(Boolean).map(splitPair);
  const usedPairs = new Set<string>();
  const formFields: Json[] = [];
  let bodyParameter: Json | undefined;
  for (const parameter of parameters.values()) {
    if (parameter.in === "body") bodyParameter = parameter;
    if (parameter.in === "formData") formFields.push(parameter);
    if (parameter.in === "body" || parameter.in === "formData") continue;
    const name = String(parameter.name);
    if (parameter.in === "header" && /^(accept|content-type|authorization)$/i.test(name)) continue;
    if (parameter.in === "path" && !captures.has(name)) continue;
    const schema = schemaOf(parameter);
    const attempts = kindsOf(schemas, schema).map((kind) => {
      const decoded = decode(
        parameter,
        kind,
        { captures, pairs, usedPairs, headers: request.headers },
        schemas,
      );
      return {
        decoded,
        checked: decoded.found ? schemas.check(schema, decoded.value) : { value: undefined },
      };
    });
    const good = attempts.find(({ decoded, checked }) => decoded.found && !("problem" in checked));
    if (good) received.set(name, good.checked.value);
    else if (attempts.some(({ decoded }) => decoded.found)) {
      problems.push(`${parameter.in} ${name}: ${JSON.stringify(attempts)}`);
    } else if (parameter.required === true) problems.push(`${parameter.in} ${name} is missing`);
  }
  for (const name of keyNames(document, schemas)) usedPairs.add(name);
  for (const [name] of pairs) if (!usedPairs.has(name)) problems.push(`unknown query ${name}`);

  const body = bodyOf(document, operation, bodyParameter, formFields, schemas);
  const hasBody = request.headers["content-type"] !== undefined;
  if (!hasBody && body?.required) problems.push("the body is missing");
  if (hasBody && !body) problems.push("an unexpected body");
  if (hasBody && body) checkBody(body, request, schemas, problems, received);
  return { problems, received };
}

/** The names of keys that travel in the query. */
function keyNames(document: Json, schemas: Schemas): string[] {
  const stated =
    (document.components as Json | undefined)?.securitySchemes ?? document.securityDefinitions ?? {};
  return Object.values(stated).map((scheme) => String(schemas.resolve(scheme).name));
}

function matchTemplate(template: string, path: string): Map<string, string> | undefined {
  const names: string[] = [];
  const pattern = (template.split("#", 1)[0] as string)
    .split(/(\{[^}]*\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]+)";
    })
    .join("");
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match ? new Map(names.map((name, index) => [name, match[index + 1] as string])) : undefined;
}

/** Parameters of Swagger 2 are schemas themselves. */
function schemaOf(parameter: Json): unknown {
  if (parameter.schema !== undefined) return parameter.schema;
  if (parameter.content) return (Object.values(parameter.content as Json)[0] as Json).schema;
  if (parameter.type === undefined) return {};
  const { type, items, enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = parameter;
  const schema = { type, items, enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems };
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function kindsOf(schemas: Schemas, schema: unknown): ("array" | "object" | "word")[] {
  const resolved = schemas.resolve(schema);
  const parts = [resolved.oneOf, resolved.anyOf, resolved.allOf].flatMap((list) => (list ?? []) as unknown[]);
  if (parts.length > 0) return [...new Set(parts.flatMap((part) => kindsOf(schemas, part)))];
  const types = [resolved.type ?? (resolved.properties ? "object" : "string")].flat() as string[];
  return [...new Set(types.map((type) => (type === "array" || type === "object" ? type : "word")))];
}

interface Received {
  captures: Map<string, string>;
  pairs: [string, string][];
  usedPairs: Set<string>;
  headers: Readonly<Record<string, string>>;
}

const collectionStyles: Record<string, [string, boolean]> = {
  csv: ["form", false],
  ssv: ["spaceDelimited", false],
  pipes: ["pipeDelimited", false],
  multi: ["form", true],
};

function decode(
  parameter: Json,
  kind: "array" | "object" | "word",
  from: Received,
  schemas: Schemas,
): Decoded {
  const name = String(parameter.name);
  const isSwagger = parameter.schema === undefined && parameter.content === undefined;
  const inQuery = parameter.in === "query" || parameter.in === "cookie";
  const [collectionStyle, collectionExplode] =
    collectionStyles[String(parameter.collectionFormat ?? "csv")] ?? [];
  const style = isSwagger && inQuery ? collectionStyle : (parameter.style ?? (inQuery ? "form" : "simple"));
  const explode =
    isSwagger && inQuery
      ? collectionExplode
      : (parameter.explode ?? (style === "form" || style === "deepObject"));

  if (parameter.in === "header") {
    const bytes = from.headers[name.toLowerCase()];
    if (bytes === undefined) return { found: false };
    const text = Buffer.from(bytes, "latin1").toString();
    if (parameter.content) return { found: true, value: JSON.parse(text) };
    return { found: true, value: fromSimple(text, kind, explode === true, ",", (word) => word) };
  }
  if (parameter.in === "path") {
    const text = from.captures.get(name) as string;
    if (parameter.content) return { found: true, value: JSON.parse(decodeURIComponent(text)) };
    if (style === "label")
      return { found: true, value: fromSimple(text.slice(1), kind, explode === true, explode ? "." : ",") };
    if (style !== "matrix") return { found: true, value: fromSimple(text, kind, explode === true, ",") };
    const pairs = text.slice(1).split(";").map(splitPair);
    return fromPairs(
      name,
      pairs,
      kind,
      "form",
      explode === true && kind !== "word",
      new Set(),
      schemas,
      parameter,
    );
  }
  const cookies = (from.headers.cookie ?? "")
    .split("; ")
    .flatMap((cookie) => cookie.split("&"))
    .filter(Boolean);
  const pairs = parameter.in === "cookie" ? cookies.map(splitPair) : from.pairs;
  if (parameter.content) {
    const pair = pairs.find(([key]) => key === name);
    from.usedPairs.add(name);
    return pair ? { found: true, value: JSON.parse(decodeURIComponent(pair[1])) } : { found: false };
  }
  return fromPairs(name, pairs, kind, String(style), explode === true, from.usedPairs, schemas, parameter);
}

function fromPairs(
  name: string,
  pairs: [string, string][],
  kind: "array" | "object" | "word",
  style: string,
  explode: boolean,
  used: Set<string>,
  schemas: Schemas,
  parameter: Json,
): Decoded {
  if (kind === "object" && style === "deepObject") {
    const own = pairs.filter(([key]) => key.startsWith(`${name}[`));
    const value: Json = {};
    for (const [key, text] of own) {
      used.add(key);
      const steps = [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] as string);
      let at = value;
      for (const step of steps.slice(0, -1)) {
        at[step] ??= {};
        at = at[step] as Json;
      }
      const last = steps.at(-1) as string;
      at[last] = last in at ? [at[last], decodeURIComponent(text)].flat() : decodeURIComponent(text);
    }
    return own.length > 0 ? { found: true, value } : { found: false };
  }
  if (kind === "object" && explode) {
    const fields = Object.keys((schemas.resolve(schemaOf(parameter)).properties ?? {}) as Json);
    const own = pairs.filter(([key]) => fields.includes(key));
    for (const [key] of own) used.add(key);
    return own.length > 0
      ? { found: true, value: Object.fromEntries(own.map(([key, text]) => [key, fromWord(text)])) }
      : { found: false };
  }
  used.add(name);
  const own = pairs.filter(([key]) => key === name).map(([, text]) => text);
  if (own.length === 0) return { found: false };
  if (kind === "array" && explode) return { found: true, value: own.map((word) => fromWord(word)) };
  const separator = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
  return { found: true, value: fromSimple(own[0] as string, kind, false, separator) };
}

function fromSimple(
  text: string,
  kind: "array" | "object" | "word",
  explode: boolean,
  separator: string,
  decode: (text: string) => string = decodeURIComponent,
): unknown {
  if (kind === "word") return decode(text);
  const words = text.split(separator);
  if (kind === "array") return words.map((word) => fromWord(word, decode));
  const pairs = explode
    ? words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)])
    : Array.from({ length: words.length / 2 }, (_, index) => words.slice(index * 2, index * 2 + 2));
  return Object.fromEntries(pairs.map(([key = "", item = ""]) => [decode(key), fromWord(item, decode)]));
}

/** No style reaches deeper, so what looks like JSON there is JSON. */
function fromWord(text: string, decode: (text: string) => string = decodeURIComponent): unknown {
  const word = decode(text);
  return /^[[{]/.test(word) ? JSON.parse(word) : word;
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1
    ? [decodeURIComponent(pair), ""]
    : [decodeURIComponent(pair.slice(0, at)), pair.slice(at + 1)];
}

interface StatedBody {
  required: boolean;
  content: Record<string, { schema?: unknown; encoding?: Json }>;
}

function bodyOf(
  document: Json,
  operation: Json,
  bodyParameter: Json | undefined,
  formFields: Json[],
  schemas: Schemas,
): StatedBody | undefined {
  if (operation.requestBody) return schemas.resolve(operation.requestBody) as unknown as StatedBody;
  const consumes = (operation.consumes ?? document.consumes ?? ["application/json"]) as string[];
  if (bodyParameter) {
    const { schema, required } = bodyParameter;
    return {
      required: required === true,
      content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
    };
  }
  if (formFields.length === 0) return undefined;
  const properties = Object.fromEntries(formFields.map((field) => [field.name, schemaOf(field)]));
  const required = formFields.filter((field) => field.required === true).map(({ name }) => name);
  const schema = { type: "object", properties, required };
  const types = formFields.some(({ type }) => type === "file")
    ? ["multipart/form-data"]
    : ["multipart/form-data", "application/x-www-form-urlencoded"];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

function checkBody(
  body: StatedBody,
  { headers, body: bytes }: ReceivedRequest,
  schemas: Schemas,
  problems: string[],
  received: Map<string, unknown>,
): void {
  const contentType = headers["content-type"] as string;
  const type = contentType.split(";")[0] as string;
  const stated = Object.entries(body.content).find(([candidate]) => {
    const plain = candidate.split(";")[0] as string;
    return plain === type || plain === "*/*" || (plain.endsWith("/*") && type.startsWith(plain.slice(0, -1)));
  })?.[1];
  if (!stated) {
    problems.push(`the body is ${type} instead of ${Object.keys(body.content)}`);
    return;
  }
  const value = parseBody(type, contentType, bytes, stated, schemas);
  received.set("body", value);
  if (value === undefined || Buffer.isBuffer(value)) return;
  const { problem } = schemas.check(stated.schema ?? true, value);
  if (problem) problems.push(`body: ${problem}`);
}

function parseBody(
  type: string,
  contentType: string,
  bytes: Buffer,
  { schema, encoding = {} }: { schema?: unknown; encoding?: Json },
  schemas: Schemas,
): unknown {
  if (/json$/.test(type)) return JSON.parse(bytes.toString());
  const { properties = {} } = schemas.resolve(schema) as { properties?: Json };
  if (type === "application/x-www-form-urlencoded") {
    const pairs = bytes.toString().split("&").filter(Boolean).map(splitPair);
    const value: Json = {};
    for (const [field, stated] of Object.entries(properties)) {
      const { style = "form", explode = style === "form" || style === "deepObject" } = (encoding[field] ??
        {}) as Json;
      const isStyled =
        (encoding[field] as Json | undefined)?.style !== undefined ||
        (encoding[field] as Json | undefined)?.explode !== undefined;
      const kind = kindsOf(schemas, stated)[0] as "array" | "object" | "word";
      const asJson = kind === "object" && !isStyled;
      const decoded = fromPairs(
        field,
        pairs,
        asJson ? "word" : kind,
        String(style),
        explode === true,
        new Set(),
        schemas,
        { schema: stated },
      );
      if (decoded.found) value[field] = asJson ? JSON.parse(String(decoded.value)) : decoded.value;
    }
    return value;
  }
  if (type === "multipart/form-data") return parseMultipart(contentType, bytes, properties, schemas);
  return /^text\/|xml$/.test(type) ? bytes.toString() : bytes;
}

function parseMultipart(contentType: string, bytes: Buffer, properties: Json, schemas: Schemas): Json {
  const boundary = `--${/boundary=(.*)$/.exec(contentType)?.[1]}`;
  const value: Json = {};
  for (const part of bytes.toString("latin1").split(boundary).slice(1, -1)) {
    const [head = "", ...rest] = part.slice(2).split("\r\n\r\n");
    const content = Buffer.from(rest.join("\r\n\r\n").slice(0, -2), "latin1").toString();
    const name = Buffer.from(/name="([^"]*)"/.exec(head)?.[1] ?? "", "latin1").toString();
    const item = /content-type: application\/json/.test(head) ? JSON.parse(content) : content;
    const isList = kindsOf(schemas, properties[name] ?? {}).includes("array");
    value[name] = isList ? [...((value[name] ?? []) as unknown[]), item] : item;
  }
  return value;
}

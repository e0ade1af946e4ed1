import { type JsonObject, toArray, toObject, toText } from "../../../json/json-object.ts";
import type { ApiDocument } from "../document/read-document.ts";
import { OperationProblem } from "../document/references.ts";
import type { Operation } from "../operation/operation.ts";
import type { Parameter, ParameterPlace } from "../operation/read-parameters.ts";
import type { RequestBody } from "../operation/request-body.ts";
import type { Sending } from "../security/security-scheme.ts";
import { writeBody } from "./write-body.ts";
import { percentEncode, toWord, writeInHeader, writeInPath, writePairs } from "./write-value.ts";

/** All that is needed to ask for an operation, beside the arguments. */
export interface RequestPlan extends Pick<Operation, "method" | "template"> {
  readonly server: string;
  readonly parameters: readonly Parameter[];
  readonly body?: RequestBody;
}

export interface Credential {
  readonly sending: Sending;
  readonly secret: string;
}

export function buildRequest(
  plan: RequestPlan,
  input: unknown,
  credentials: readonly Credential[],
): { url: string; init: RequestInit } {
  const args = toObject(input);
  const given = (place: ParameterPlace) =>
    plan.parameters
      .filter((parameter) => parameter.place === place && args[parameter.argument] != null)
      .map((parameter) => ({ parameter, value: args[parameter.argument] }));
  const pairsIn = (place: ParameterPlace) =>
    given(place).map(({ parameter, value }) =>
      writePairs(parameter.name, parameter, parameter.asJson ? JSON.stringify(value) : value),
    );

  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8", "user-agent": "toolshed" };
  for (const { parameter, value } of given("header")) {
    headers[parameter.name.toLowerCase()] = writeInHeader(parameter, value);
  }
  const query = pairsIn("query").flat();
  const cookies = pairsIn("cookie").map((pairs) => pairs.join("&"));
  for (const { sending, secret } of credentials) {
    if (sending.how === "bearer") headers.authorization = `Bearer ${secret}`;
    else if (sending.how === "basic") headers.authorization = `Basic ${toBasic(secret)}`;
    else if (sending.how === "header") headers[sending.name.toLowerCase()] = secret;
    else if (sending.how === "query") query.push(`${percentEncode(sending.name)}=${percentEncode(secret)}`);
    else cookies.push(`${sending.name}=${percentEncode(secret)}`);
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");

  const path = writePath(plan, args);
  const url = `${plan.server}${path}${query.length > 0 ? `${path.includes("?") ? "&" : "?"}${query.join("&")}` : ""}`;
  const method = plan.method.toUpperCase();
  if (!plan.body || args.body === undefined) return { url, init: { method, headers } };
  const { contentType, bytes } = writeBody(plan.body, args.body);
  return { url, init: { method, headers: { ...headers, "content-type": contentType }, body: bytes } };
}

function writePath({ template, parameters }: RequestPlan, args: Readonly<Record<string, unknown>>): string {
  // Some documents tell operations of one path apart by a fragment, which is never sent.
  const path = (template.split("#", 1)[0] as string).replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.place === "path" && candidate.name === name);
    const value = parameter && args[parameter.argument];
    if (!parameter || value == null || toWord(value) === "")
      throw new Error(`The argument ${name} must not be empty.`);
    return writeInPath(parameter, value);
  });
  // A URL with these leads elsewhere, and encoding them does not help.
  if (path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) {
    throw new Error("An argument that is part of the path must not be . or ..");
  }
  return path;
}

/** Services that take a key alone want it as the user name. */
function toBasic(secret: string): string {
  return Buffer.from(secret.includes(":") ? secret : `${secret}:`).toString("base64");
}

const maxUrlLength = 2_000;

/**
 * Where an operation is asked, without a slash at the end: at `baseUrl` if one is given, or at the first server that the
 * operation, its path or the document names, with the defaults of its variables.
 */
export function chooseServer(
  { root, edition }: ApiDocument,
  { definition, pathItem }: Operation,
  { baseUrl, url: documentUrl }: { baseUrl?: string | undefined; url?: string | undefined },
): string {
  const stated =
    baseUrl ??
    (edition === "2.0" ? swaggerServer(root, definition) : firstServer(definition, pathItem, root)) ??
    "/";
  if (stated.length > maxUrlLength) throw new OperationProblem("has a server whose address is too long");
  if (!URL.canParse(stated, documentUrl)) {
    throw new OperationProblem("has no server with a full address: give a base URL");
  }
  const url = new URL(stated, documentUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OperationProblem(`has a server at ${url.protocol}, which is not HTTP`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function firstServer(...owners: readonly JsonObject[]): string | undefined {
  const servers = owners.map(({ servers }) => toArray(servers)).find(({ length }) => length > 0);
  const { url, variables } = toObject(servers?.[0]);
  if (typeof url !== "string") return undefined;
  return url.slice(0, maxUrlLength + 1).replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = toObject(toObject(variables)[name]);
    return String(variable.default ?? toArray(variable.enum)[0] ?? "");
  });
}

function swaggerServer(root: JsonObject, definition: JsonObject): string | undefined {
  const basePath = toText(root.basePath);
  if (typeof root.host !== "string") return basePath || undefined;
  const schemes = toArray(definition.schemes ?? root.schemes);
  const scheme = schemes.includes("https") || schemes.length === 0 ? "https" : String(schemes[0]);
  return `${scheme}://${root.host}${basePath}`;
}

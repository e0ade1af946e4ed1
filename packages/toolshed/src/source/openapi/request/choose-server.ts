import { type JsonObject, toArray, toObject, toText } from "../../../json/json-object.ts";
import type { ApiDocument } from "../document/read-document.ts";
import { OperationProblem } from "../document/references.ts";
import type { Operation } from "../operation/operation.ts";

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

import { UserError } from "../../user-error.ts";
import type { ReadDocument } from "./document/read-document.ts";
import type { OpenapiConfig } from "./openapi-config.ts";
import { attempt, listOperations, type Skipped } from "./operation/list-operations.ts";
import { nameOperations } from "./operation/name-operations.ts";
import { type Operation, titleOf } from "./operation/operation.ts";
import { type CallOptions, createToolMaker } from "./operation-tool.ts";
import { chooseSecurity, givenSecurity } from "./security/choose-security.ts";
import { securityProviders } from "./security/security-providers.ts";

/** Which operations of a document become tools. A list that is absent lets all through. */
export type OperationFilter = Pick<OpenapiConfig, "tags" | "paths" | "methods">;

export interface ApiOptions extends Omit<OpenapiConfig, "allowPrivate">, CallOptions {
  /** The first segment of the tools' paths. */
  readonly id: string;
}

export type OpenapiSource = ReturnType<typeof createOpenapiSource>;

/** More could neither be searched nor looked through. */
const maxTools = 20_000;

/**
 * Makes a tool of each operation of an OpenAPI 3 or Swagger 2 document. Throws a `UserError` if it is none. `schemes` are
 * the names of the security schemes that are used, and of their providers; `skipped` the operations that could not become
 * tools, without those that the filter leaves out.
 */
export function createOpenapiSource(document: ReadDocument, options: ApiOptions) {
  const { id, auth } = options;
  const { operations, skipped } = listOperations(document);
  const wanted = operations.filter((operation) => matchesFilter(operation, options));
  if (wanted.length > maxTools) {
    throw new UserError(
      `The document has ${wanted.length} operations, and a source at most ${maxTools}: choose by tags, paths or methods.`,
    );
  }
  const given = auth && givenSecurity(auth);
  const securityOf = given ? () => given : chooseSecurity(document, wanted);
  const secured = wanted.flatMap((operation) =>
    attempt(titleOf(operation), skipped, () => ({ operation, security: securityOf(operation) })),
  );
  const used = secured.map(({ security }) => security);
  const providers = securityProviders(id, document.title, used);
  const makeTool = createToolMaker(document, providers, options);
  // Names stay the same whatever the filter lets through.
  const paths = nameOperations(id, operations);
  const tools = secured.flatMap(({ operation, security }) =>
    attempt(titleOf(operation), skipped, () => makeTool(operation, paths.get(operation) as string, security)),
  );
  if (tools.length === 0) throw new UserError(nothingLeft(operations.length, skipped));
  const schemes = [...providers].map(([name, provider]) => [name, provider.id] as const);
  return { ...document, source: { id, tools }, providers: [...providers.values()], schemes, skipped };
}

function nothingLeft(operationCount: number, skipped: readonly Skipped[]): string {
  const [first] = skipped;
  if (first)
    return `None of the document's operations can become a tool: ${first.operation} ${first.reason}.`;
  return operationCount === 0
    ? "The document has no operations."
    : "None of the document's operations fits the filter: check the tags, paths and methods.";
}

function matchesFilter(operation: Operation, { tags, paths, methods }: OperationFilter): boolean {
  return (
    (!tags || tags.some((tag) => operation.tags.includes(tag))) &&
    (!paths || paths.some((pattern) => matchesPath(segmentsOf(pattern), segmentsOf(operation.template)))) &&
    (!methods || methods.some((method) => method.toLowerCase() === operation.method))
  );
}

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);

function matchesPath([first, ...pattern]: string[], segments: string[]): boolean {
  if (first === undefined) return segments.length === 0;
  if (first === "**") return true;
  const [segment, ...rest] = segments;
  return segment !== undefined && (first === "*" || first === segment) && matchesPath(pattern, rest);
}

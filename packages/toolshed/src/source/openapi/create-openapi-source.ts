import type { AuthProvider } from "@toolshed/sdk";
import { UserError } from "../../user-error.ts";
import type { Cleaned } from "./document/clean-document.ts";
import type { DocumentParts } from "./document/document-parts.ts";
import type { ReadDocument } from "./document/read-document.ts";
import { OperationProblem } from "./document/references.ts";
import type { Skipped } from "./operation/list-operations.ts";
import { nameOperations } from "./operation/name-operations.ts";
import { titleOf } from "./operation/operation.ts";
import type { OperationTool } from "./operation-tool.ts";
import { type ApiOptions, readApi } from "./read-api.ts";

export interface OpenapiSource extends Cleaned {
  readonly source: { readonly id: string; readonly tools: readonly OperationTool[] };
  readonly providers: readonly AuthProvider[];
  /** The operations that could not become tools. Those that the filter leaves out are not among them. */
  readonly skipped: readonly Skipped[];
  readonly title: string;
  readonly version: string;
  /** The document, to be kept: tools are made from it without reading all of it again. */
  readonly parts: DocumentParts;
  /** The names of the security schemes that are used, and of their providers. */
  readonly schemes: readonly (readonly [name: string, providerId: string])[];
}

/** More could neither be searched nor looked through. */
const maxTools = 20_000;

/** Makes a tool of each operation of an OpenAPI 3 or Swagger 2 document. Throws a `UserError` if it is none. */
export function createOpenapiSource(document: ReadDocument, options: ApiOptions): OpenapiSource {
  const { id } = options;
  const { operations, wanted, providers, createTool, ...api } = readApi(document, options);
  if (wanted.length > maxTools) {
    throw new UserError(
      `The document has ${wanted.length} operations, and a source at most ${maxTools}: choose by tags, paths or methods.`,
    );
  }
  // Names stay the same whatever the filter lets through.
  const paths = nameOperations(id, operations);
  const skipped = [...api.skipped];
  const tools = wanted.flatMap((operation) => {
    try {
      return createTool(operation, paths.get(operation) as string);
    } catch (error) {
      if (!(error instanceof OperationProblem)) throw error;
      skipped.push({ operation: titleOf(operation), reason: error.message });
      return [];
    }
  });
  if (tools.length === 0) throw new UserError(nothingLeft(operations.length, skipped));
  const { oddities, title, version, parts } = document;
  const schemes = [...providers].map(([name, provider]) => [name, provider.id] as const);
  const used = [...providers.values()];
  return { source: { id, tools }, providers: used, schemes, skipped, oddities, title, version, parts };
}

function nothingLeft(operationCount: number, skipped: readonly Skipped[]): string {
  const [first] = skipped;
  if (first)
    return `None of the document's operations can become a tool: ${first.operation} ${first.reason}.`;
  return operationCount === 0
    ? "The document has no operations."
    : "None of the document's operations fits the filter: check the tags, paths and methods.";
}

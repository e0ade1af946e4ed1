import type { AuthProvider } from "@toolshed/sdk";
import type { ApiDocument } from "./document/read-document.ts";
import { createReferences, OperationProblem } from "./document/references.ts";
import { listOperations, type Skipped } from "./operation/list-operations.ts";
import type { Operation } from "./operation/operation.ts";
import { createOperationTool, type Fetch, type OperationTool } from "./operation-tool.ts";
import { createSchemaConverter } from "./schema/convert-schema.ts";
import { chooseSecurity, type GivenAuth, givenSecurity, type Security } from "./security/choose-security.ts";
import { securityProviders } from "./security/security-providers.ts";
import { readSecuritySchemes } from "./security/security-scheme.ts";

export interface ApiOptions {
  /** The first segment of the tools' paths. */
  readonly id: string;
  /** Where the document is, if it has an address. */
  readonly url?: string;
  /** Where to ask instead of at the servers that the document names. */
  readonly baseUrl?: string;
  readonly filter?: OperationFilter;
  /** How to authenticate, in place of what the document declares. */
  readonly auth?: GivenAuth;
  /** Gets the document and makes the calls. It has to be guarded: both addresses come from others. */
  readonly fetch: Fetch;
}

/** A document that was read, of which tools can be made one by one. */
export interface Api {
  readonly operations: readonly Operation[];
  /** Those that the filter lets through. */
  readonly wanted: readonly Operation[];
  /** What could not be read of it. */
  readonly skipped: readonly Skipped[];
  /** By the name of the security scheme. */
  readonly providers: ReadonlyMap<string, AuthProvider>;
  /** Throws an `OperationProblem` if it cannot be one. */
  createTool(operation: Operation, path: string): OperationTool;
}

export function readApi(document: ApiDocument, options: ApiOptions): Api {
  const { id, filter = {}, auth, fetch } = options;
  const references = createReferences(document.root);
  const { operations, skipped } = listOperations(document, references);
  const wanted = operations.filter((operation) => matchesFilter(operation, filter));
  const securities: ReadonlyMap<Operation, Security | OperationProblem> = auth
    ? givenSecurity(auth, wanted)
    : chooseSecurity(document, wanted, readSecuritySchemes(document, references));
  const providers = securityProviders(id, document.title, [...securities.values()].filter(isSecurity));
  const parts = { document, references, converter: createSchemaConverter(references), providers, fetch };

  return {
    operations,
    wanted,
    skipped,
    providers,
    createTool(operation, path) {
      const security = securities.get(operation) as Security | OperationProblem;
      if (!isSecurity(security)) throw security;
      return createOperationTool(operation, path, security, placeOf(options), parts);
    },
  };
}

export const placeOf = ({ baseUrl, url }: ApiOptions): { baseUrl?: string; documentUrl?: string } => ({
  ...(baseUrl !== undefined && { baseUrl }),
  ...(url !== undefined && { documentUrl: url }),
});

const isSecurity = (chosen: Security | OperationProblem): chosen is Security =>
  !(chosen instanceof OperationProblem);

/** Which operations of a document become tools. A list that is absent lets all through. */
interface OperationFilter {
  readonly tags?: readonly string[];
  /** Such as `/repos/*` for one segment more, `/repos/**` for any number. */
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
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

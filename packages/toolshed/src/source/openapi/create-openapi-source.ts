import { createHash } from "node:crypto";
import type { AuthProvider } from "@toolshed/sdk";
import { UserError } from "../../user-error.ts";
import type { Source } from "../source.ts";
import { chooseSecurity, type Security } from "./choose-security.ts";
import type { Oddity } from "./clean-document.ts";
import { createSchemaConverter } from "./convert-schema.ts";
import { fetchDocument } from "./fetch-document.ts";
import { type GivenAuth, givenSecurity } from "./given-security.ts";
import { listOperations, type Skipped } from "./list-operations.ts";
import { nameOperations } from "./name-operations.ts";
import { type Operation, titleOf } from "./operation.ts";
import { matchesFilter, type OperationFilter } from "./operation-filter.ts";
import { OperationProblem } from "./operation-problem.ts";
import { createOperationTool, type Fetch, type OperationTool } from "./operation-tool.ts";
import { readDocument } from "./read-document.ts";
import { createReferences } from "./references.ts";
import { securityProviders } from "./security-providers.ts";
import { readSecuritySchemes } from "./security-scheme.ts";

export interface OpenapiSourceOptions {
  /** The first segment of the tools' paths. */
  readonly id: string;
  /** The document itself, in JSON or YAML, or else where it is. */
  readonly text?: string;
  readonly url?: string;
  /** Where to ask instead of at the servers that the document names. */
  readonly baseUrl?: string;
  readonly filter?: OperationFilter;
  /** How to authenticate, in place of what the document declares. */
  readonly auth?: GivenAuth;
  /** Gets the document and makes the calls. It has to be guarded: both addresses come from others. */
  readonly fetch: Fetch;
}

export interface OpenapiSource {
  readonly source: Source & { readonly tools: readonly OperationTool[] };
  readonly providers: readonly AuthProvider[];
  /** The operations that could not become tools. Those that the filter leaves out are not among them. */
  readonly skipped: readonly Skipped[];
  readonly oddities: readonly Oddity[];
  readonly title: string;
  readonly version: string;
  /** The document's text, to be kept: a source is made anew from it without asking for it again. */
  readonly text: string;
  /** Changes whenever the text does. */
  readonly fingerprint: string;
}

/** More could neither be searched nor looked through. */
const maxTools = 20_000;

/** Makes a tool of each operation of an OpenAPI 3 or Swagger 2 document. Throws a `UserError` if it is none. */
export async function createOpenapiSource(options: OpenapiSourceOptions): Promise<OpenapiSource> {
  const { id, url, baseUrl, filter = {}, auth, fetch } = options;
  const text = options.text ?? (await fetchDocument(url, fetch));
  const document = readDocument(text);
  const references = createReferences(document.root);
  const { operations, skipped } = listOperations(document, references);
  const wanted = operations.filter((operation) => matchesFilter(operation, filter));
  if (wanted.length > maxTools) {
    throw new UserError(
      `The document has ${wanted.length} operations, and a source at most ${maxTools}: choose by tags, paths or methods.`,
    );
  }
  const securities: ReadonlyMap<Operation, Security | OperationProblem> = auth
    ? givenSecurity(auth, wanted)
    : chooseSecurity(document, wanted, readSecuritySchemes(document, references));
  const providers = securityProviders(id, document.title, [...securities.values()].filter(isSecurity));
  // Names stay the same whatever the filter lets through.
  const paths = nameOperations(id, operations);
  const converter = createSchemaConverter(references);

  const tools = wanted.flatMap((operation) => {
    try {
      const parts = { document, references, converter, providers, fetch };
      const place = {
        ...(baseUrl !== undefined && { baseUrl }),
        ...(url !== undefined && { documentUrl: url }),
      };
      const path = paths.get(operation) as string;
      const security = securities.get(operation) as Security | OperationProblem;
      if (!isSecurity(security)) throw security;
      return createOperationTool(operation, path, security, place, parts);
    } catch (error) {
      if (!(error instanceof OperationProblem)) throw error;
      skipped.push({ operation: titleOf(operation), reason: error.message });
      return [];
    }
  });
  if (tools.length === 0) throw new UserError(nothingLeft(operations.length, skipped));
  return {
    source: { id, tools },
    providers: [...providers.values()],
    skipped,
    oddities: document.oddities,
    title: document.title,
    version: document.version,
    text,
    fingerprint: createHash("sha256").update(text).digest("hex"),
  };
}

const isSecurity = (chosen: Security | OperationProblem): chosen is Security =>
  !(chosen instanceof OperationProblem);

function nothingLeft(operationCount: number, skipped: readonly Skipped[]): string {
  const [first] = skipped;
  if (first)
    return `None of the document's operations can become a tool: ${first.operation} ${first.reason}.`;
  return operationCount === 0
    ? "The document has no operations."
    : "None of the document's operations fits the filter: check the tags, paths and methods.";
}

import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { JobFailure, JobKind } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { UserError } from "../../user-error.ts";
import { createDigest } from "../review/digest.ts";
import type { Outline } from "../review/outline-tool.ts";
import type { FormerTool } from "../review/reviewed-tool.ts";
import type { ApiOptions } from "./create-openapi-source.ts";
import { openDocument } from "./document/read-document.ts";
import type { DocumentToList, ListedDocument } from "./document-job.ts";
import { findOperation } from "./operation/list-operations.ts";
import { type ListedOperation, type Listing, listingVersion } from "./operation/listing.ts";
import { createToolMaker, type OperationTool, outlineOperation } from "./operation-tool.ts";
import { givenSecurity } from "./security/choose-security.ts";
import { readSecuritySchemes, type SecurityScheme } from "./security/security-scheme.ts";

/** What is stored of a document. The text alone is what was stored before there were listings. */
export type FoundApi = string | ListedText;

export interface ListedText {
  readonly text: string;
  readonly listing: Listing;
  /** As an admin had seen them, of those that have changed since. */
  readonly former?: Readonly<Record<string, FormerTool>>;
}

/** A document, the list of its tools, and each tool when it is first used. */
export type ListedApi = ReturnType<typeof openApi>;

export const textOf = (found: FoundApi): string => (typeof found === "string" ? found : found.text);

/** Whether it was listed, and in the way of today. */
export const isListed = (found: FoundApi): found is ListedText =>
  typeof found !== "string" && found.listing.version === listingVersion;

/** The same document, to be listed again. */
export const unlisted = (found: FoundApi): FoundApi =>
  typeof found === "string" ? found : { ...found, listing: { ...found.listing, version: 0 } };

/** Reads documents. A child, since its heap grows with what others wrote. */
const documentJob: JobKind<DocumentToList, ListedDocument> = {
  name: "document",
  module: "source/openapi/document-job.js",
  host: "child",
  workers: 2,
  cpuMs: 60_000,
  timeMs: 300_000,
  memoryMb: 1_024,
  niceness: 10,
  packageFolders: () => [dirname(createRequire(import.meta.url).resolve("yaml/package.json"))],
};

const problems: Partial<Record<JobFailure, string>> = {
  cancelled: "The gateway is stopping.",
  time: "The gateway was too busy to read the document. Try again later.",
  busy: "Too many documents are being read: try again when some are done.",
};
const tooMuch =
  "The document takes too much time or memory to read: give it as JSON, or leave out what you do not need.";

/** Reads the document itself only if it has to be listed. */
export async function openListed(found: FoundApi, options: ApiOptions, jobs: Jobs): Promise<ListedApi> {
  return isListed(found) ? openApi(found, options) : listApi(found, options, jobs);
}

/** Lists the tools of a document. Throws a `UserError` if it is none. */
export async function listApi(document: FoundApi, options: ApiOptions, jobs: Jobs): Promise<ListedApi> {
  const { fetch: _, ...plain } = options;
  const result = await jobs.run(documentJob, { document, options: plain });
  if (!result.ok) throw new UserError(problems[result.failure] ?? tooMuch);
  if ("problem" in result.value) throw new UserError(result.value.problem);
  const { outlines, ...listed } = result.value;
  const byPath = new Map(listed.listing.tools.map(({ path }, index) => [path, outlines[index]]));
  return openApi(listed, options, byPath);
}

function openApi(
  { text, listing }: ListedText,
  options: ApiOptions,
  outlines: ReadonlyMap<string, Outline | undefined> = new Map(),
) {
  const made = new Map<string, OperationTool>();
  const digest = createDigest();
  let make: ((listed: ListedOperation) => OperationTool) | undefined;

  function toolOf(listed: ListedOperation): OperationTool {
    make ??= createMaker({ text, listing }, options);
    const tool = made.get(listed.path) ?? make(listed);
    made.set(listed.path, tool);
    return tool;
  }

  return {
    text,
    listing,
    toolOf,
    /** What is remembered of it. */
    outlineOf: (listed: ListedOperation): Outline =>
      outlines.get(listed.path) ?? outlineOperation(toolOf(listed), digest),
  };
}

/** Makes single tools, of whose document nothing is read that they do not need. */
function createMaker(
  { text, listing }: ListedText,
  options: ApiOptions,
): (listed: ListedOperation) => OperationTool {
  const document = openDocument({ text, index: listing.index });
  const providers = new Map(
    listing.schemes.flatMap(([name, id]) => {
      const provider = listing.providers.find((candidate) => candidate.id === id);
      return provider ? [[name, provider]] : [];
    }),
  );
  const makeTool = createToolMaker(document, providers, options);
  const known: ReadonlyMap<string, SecurityScheme> = options.auth
    ? new Map(givenSecurity(options.auth).schemes.map((scheme) => [scheme.name, scheme]))
    : readSecuritySchemes(document);

  return ({ operation: title, path, security = { schemes: [], optional: true } }) => {
    const operation = findOperation(document, title);
    if (!operation) throw new Error(`${path} is listed, and ${title} is not in the document`);
    const schemes = security.schemes.map((name) => known.get(name) as SecurityScheme);
    return makeTool(operation, path, { schemes, optional: security.optional });
  };
}

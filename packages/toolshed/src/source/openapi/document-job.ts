import { UserError } from "../../user-error.ts";
import { cleanText } from "../clean-text.ts";
import { listParameters } from "../list-parameters.ts";
import { createDigest, type Digest } from "../review/digest.ts";
import { digestPhrases } from "../review/flagged-phrases.ts";
import { type ApiOptions, createOpenapiSource, type OpenapiSource } from "./create-openapi-source.ts";
import type { Oddity } from "./document/clean-document.ts";
import { openDocument, type ReadDocument, readDocument } from "./document/read-document.ts";
import type { FoundApi, ListedText } from "./listed-api.ts";
import { type Listing, listingVersion } from "./operation/listing.ts";
import { type OperationTool, outlineOperation } from "./operation-tool.ts";

export interface DocumentToList {
  readonly document: FoundApi;
  readonly options: Omit<ApiOptions, "fetch">;
}

/** The document in the form in which it is kept, with an outline for each tool, or what is wrong with it. */
export type ListedDocument = ReturnType<typeof run>;

/** Nothing is called here. */
const fetch = () => Promise.reject(new Error("A job makes no requests"));

export function run({ document, options }: DocumentToList) {
  try {
    const digest = createDigest();
    const read = typeof document === "string" ? readDocument(document) : reopen(document);
    const made = createOpenapiSource(read, { ...options, fetch });
    return {
      text: made.parts.text,
      listing: listTools(made, digest),
      outlines: made.source.tools.map((tool) => outlineOperation(tool, digest)),
    };
  } catch (error) {
    if (error instanceof UserError) return { problem: error.message };
    throw error;
  }
}

/** One that was listed in another way. Before there were parts, the text was the document. */
function reopen({ text, listing }: ListedText): ReadDocument {
  if (!listing.index) return readDocument(text);
  const parts = { text, index: listing.index };
  return { ...openDocument(parts), parts, oddities: listing.oddities };
}

/** Nobody reads more. */
const maxSkippedShown = 200;

function listTools(made: OpenapiSource, digest: Digest): Listing {
  return {
    version: listingVersion,
    title: made.title,
    index: made.parts.index,
    providers: made.providers,
    schemes: made.schemes,
    oddities: made.oddities,
    skipped: flagsOf(made),
    tools: made.source.tools.map((tool) => {
      const { path, operation, name, description, readOnly, authProvider, inputSchema } = tool;
      const { schemes, optional } = tool.security;
      const flagged = digestPhrases(tool);
      return {
        ...{ path, operation, name, description, readOnly },
        ...(authProvider !== undefined && { authProvider }),
        ...(schemes.length > 0 && { security: { schemes: schemes.map((scheme) => scheme.name), optional } }),
        parameters: listParameters(inputSchema),
        hash: hashOf(tool, digest),
        ...(flagged.length > 0 && { flagged }),
      };
    }),
  };
}

/** What an admin sees of a tool, and what a call sends where: the same key sent elsewhere is another tool. */
function hashOf(tool: OperationTool, digest: Digest): string {
  const { path, name, description, inputSchema, outputSchema } = tool;
  const { destructive, authProvider, request, credentials } = tool;
  const shown = [path, name, description, inputSchema, outputSchema];
  return digest([...shown, destructive, authProvider, request, credentials]);
}

function flagsOf({ skipped }: OpenapiSource): Oddity[] {
  const shown = skipped
    .slice(0, maxSkippedShown)
    .map(({ operation, reason }) => ({ name: cleanText(operation).slice(0, 200), flags: [reason] }));
  const more = skipped.length - shown.length;
  const rest = more > 0 ? [{ name: `${more} operations more`, flags: ["cannot become tools either"] }] : [];
  return [...shown, ...rest];
}

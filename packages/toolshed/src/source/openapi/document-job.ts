import { UserError } from "../../user-error.ts";
import { createDigest } from "../review/digest.ts";
import type { Outline } from "../review/outline-tool.ts";
import { createOpenapiSource } from "./create-openapi-source.ts";
import { openDocument, type ReadDocument, readDocument } from "./document/read-document.ts";
import { listTools } from "./list-tools.ts";
import type { FoundApi, ListedText } from "./listed-api.ts";
import type { Listing } from "./operation/listing.ts";
import { outlineOperation } from "./operation/outline-operation.ts";
import type { ApiOptions } from "./read-api.ts";

export interface DocumentToList {
  readonly document: FoundApi;
  readonly options: Omit<ApiOptions, "fetch">;
}

/** The document in the form in which it is kept, or what is wrong with it. */
export type ListedDocument =
  | {
      readonly text: string;
      readonly listing: Listing;
      /** One for each tool. */
      readonly outlines: readonly Outline[];
    }
  | { readonly problem: string };

/** Nothing is called here. */
const fetch = () => Promise.reject(new Error("A job makes no requests"));

export function run({ document, options }: DocumentToList): ListedDocument {
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

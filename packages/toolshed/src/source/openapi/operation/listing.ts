import type { AuthProvider } from "@toolshed/sdk";
import type { ParameterText } from "../../source.ts";
import type { Oddity } from "../document/clean-document.ts";
import type { PartIndex } from "../document/document-parts.ts";

/**
 * What a start needs to know of a document, kept beside the document: so that it neither reads that nor makes
 * schemas. Everything in it follows from the document and the source's config.
 */
export interface Listing {
  /** The version of the document reader: a listing of another version is rebuilt. */
  readonly version: number;
  readonly title: string;
  /** Where the parts of the document are in its text. */
  readonly index: PartIndex;
  readonly providers: readonly AuthProvider[];
  /** The names of the security schemes that its tools use, and of their providers. */
  readonly schemes: readonly (readonly [name: string, providerId: string])[];
  /** What was odd about the document before it was cleaned. */
  readonly oddities: readonly Oddity[];
  /** Why some of its operations did not become tools. */
  readonly skipped: readonly Oddity[];
  readonly tools: readonly ListedOperation[];
}

/** What is known of a tool before it is used. */
export interface ListedOperation {
  readonly path: string;
  /** Such as `GET /pets/{id}`. */
  readonly operation: string;
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
  readonly authProvider?: string;
  /** What it sends to show who asks, if anything. */
  readonly security?: { readonly schemes: readonly string[]; readonly optional: boolean };
  readonly parameters: readonly ParameterText[];
  /** Of all that an admin sees of it. */
  readonly hash: string;
  /** Digests of the phrases in it that address the model, if there are any. */
  readonly flagged?: readonly string[];
}

/** To be raised whenever the same document gives other tools than before, or more is listed of them. */
export const listingVersion = 4;

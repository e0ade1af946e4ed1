import type { AuthProvider } from "@toolshed/sdk";
import type { ParameterText } from "../list-parameters.ts";
import type { OpenStatus } from "../source-kind.ts";

/**
 * What a start needs to know of a document, kept beside its text: so that it neither reads the document nor makes
 * schemas. Everything in it follows from the text and the source's config.
 */
export interface Listing {
  /** Of the way documents are read: a listing made in another way is made anew. */
  readonly version: number;
  readonly title: string;
  /** Whether the document can be read again without looking for hidden characters. */
  readonly isClean: boolean;
  readonly providers: readonly AuthProvider[];
  /** What is odd about the document. */
  readonly flags: OpenStatus["flags"];
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
  readonly parameters: readonly ParameterText[];
  /** Of all that an admin sees of it. */
  readonly hash: string;
}

/** To be raised whenever the same document gives other tools than before. */
export const listingVersion = 1;

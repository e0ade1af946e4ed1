import { createDigest, type Digest } from "../digest.ts";
import { createOpenapiSource, type OpenapiSourceOptions } from "./create-openapi-source.ts";
import { listTools } from "./list-tools.ts";
import { type ListedOperation, type Listing, listingVersion } from "./listing.ts";
import { type Operation, titleOf } from "./operation.ts";
import type { OperationTool } from "./operation-tool.ts";
import { type Api, type ApiOptions, readApi } from "./read-api.ts";

/** What is stored of a document. The text alone is what was stored before there were listings. */
export type FoundApi = string | { readonly text: string; readonly listing: Listing };

/** A document, the list of its tools, and each tool when it is first used. */
export interface ListedApi {
  readonly text: string;
  readonly listing: Listing;
  readonly digest: Digest;
  toolOf(listed: ListedOperation): OperationTool;
}

type ListedText = Exclude<FoundApi, string>;

export const textOf = (found: FoundApi): string => (typeof found === "string" ? found : found.text);

/** Whether it was listed, and in the way of today. */
export const isListed = (found: FoundApi): found is ListedText =>
  typeof found !== "string" && found.listing.version === listingVersion;

/** Reads the document itself only if it has to be listed. */
export async function openListed(found: FoundApi, options: ApiOptions): Promise<ListedApi> {
  return isListed(found) ? asListed(found, options) : listApi({ ...options, text: textOf(found) });
}

/** Makes all tools of a document. Throws a `UserError` if it is none. */
export async function listApi(options: OpenapiSourceOptions): Promise<ListedApi> {
  const made = await createOpenapiSource(options);
  const digest = createDigest();
  const byPath = new Map(made.source.tools.map((tool) => [tool.path, tool]));
  return {
    text: made.text,
    listing: listTools(made, digest),
    digest,
    toolOf: ({ path }) => byPath.get(path) as OperationTool,
  };
}

function asListed({ text, listing }: ListedText, options: ApiOptions): ListedApi {
  const made = new Map<string, OperationTool>();
  let reading: { api: Api; byTitle: ReadonlyMap<string, Operation> } | undefined;

  function read() {
    const api = readApi(text, options, listing.isClean);
    return { api, byTitle: new Map(api.wanted.map((operation) => [titleOf(operation), operation])) };
  }

  function make({ operation: title, path }: ListedOperation): OperationTool {
    reading ??= read();
    const operation = reading.byTitle.get(title);
    if (!operation) throw new Error(`${path} is listed, and ${title} is not in the document`);
    return reading.api.createTool(operation, path);
  }

  return {
    text,
    listing,
    digest: createDigest(),
    toolOf(listed) {
      const tool = made.get(listed.path) ?? make(listed);
      made.set(listed.path, tool);
      return tool;
    },
  };
}

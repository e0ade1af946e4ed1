import { cleanText } from "../clean-text.ts";
import { listParameters } from "../list-parameters.ts";
import type { Digest } from "../review/digest.ts";
import type { OpenapiSource } from "./create-openapi-source.ts";
import type { Oddity } from "./document/clean-document.ts";
import { type ListedOperation, type Listing, listingVersion } from "./operation/listing.ts";
import type { OperationTool } from "./operation-tool.ts";
import type { Security } from "./security/choose-security.ts";

/** Nobody reads more. */
const maxSkippedShown = 200;

export function listTools(made: OpenapiSource, digest: Digest): Listing {
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
      return {
        ...{ path, operation, name, description, readOnly },
        ...(authProvider !== undefined && { authProvider }),
        ...(tool.security.schemes.length > 0 && { security: namesOf(tool.security) }),
        parameters: listParameters(inputSchema),
        hash: hashOf(tool, digest),
      };
    }),
  };
}

const namesOf = ({ schemes, optional }: Security): NonNullable<ListedOperation["security"]> => ({
  schemes: schemes.map(({ name }) => name),
  optional,
});

/** What an admin sees of a tool, and what a call sends where: the same key sent elsewhere is another tool. */
function hashOf(tool: OperationTool, digest: Digest): string {
  const { path, name, description, inputSchema, outputSchema, destructive, authProvider } = tool;
  const { request, credentials } = tool;
  return digest([
    ...[path, name, description, inputSchema, outputSchema],
    ...[destructive, authProvider, request, credentials],
  ]);
}

function flagsOf({ skipped }: OpenapiSource): Oddity[] {
  const shown = skipped
    .slice(0, maxSkippedShown)
    .map(({ operation, reason }) => ({ name: cleanText(operation).slice(0, 200), flags: [reason] }));
  const more = skipped.length - shown.length;
  const rest = more > 0 ? [{ name: `${more} operations more`, flags: ["cannot become tools either"] }] : [];
  return [...shown, ...rest];
}

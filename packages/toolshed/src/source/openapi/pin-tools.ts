import { createDigest } from "../digest.ts";
import { type Outline, outlineTool } from "../outline-tool.ts";
import type { Pin, Pins } from "../review.ts";
import type { OperationTool } from "./operation-tool.ts";

/** What an admin sees of the tools, and what a call sends where: the same key sent elsewhere is another tool. */
export function pinTools(tools: readonly OperationTool[]): Pins {
  const digest = createDigest();
  return Object.fromEntries(
    tools.map((tool) => {
      const { path, name, description, inputSchema, outputSchema, destructive, authProvider } = tool;
      const { request, credentials } = tool;
      const hash = digest([
        ...[path, name, description, inputSchema, outputSchema],
        ...[destructive, authProvider, request, credentials],
      ]);
      let outline: Outline | undefined;
      const pin: Pin = {
        hash,
        sensitive: destructive || authProvider !== undefined,
        // Only a tool that has changed, and a source that is stored, need this: a start does not.
        get outline() {
          outline ??= { request, credentials, ...outlineTool(tool, digest) };
          return outline;
        },
      };
      return [path, pin];
    }),
  );
}

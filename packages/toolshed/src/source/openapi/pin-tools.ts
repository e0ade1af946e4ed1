import { createDigest } from "../digest.ts";
import { outlineTool } from "../outline-tool.ts";
import type { Pins } from "../review.ts";
import type { OperationTool } from "./operation-tool.ts";

/** What an admin sees of the tools, and what a call sends where: the same key sent elsewhere is another tool. */
export function pinTools(tools: readonly OperationTool[]): Pins {
  const digest = createDigest();
  return Object.fromEntries(
    tools.map((tool) => {
      const { path, name, description, inputSchema, destructive, authProvider, request, credentials } = tool;
      const outline = { request, credentials, ...outlineTool(tool, digest) };
      const hash = digest([
        ...[path, name, description, inputSchema, outline.result],
        ...[destructive, authProvider, request, credentials],
      ]);
      return [path, { hash, sensitive: destructive || authProvider !== undefined, outline }];
    }),
  );
}

import type { Digest } from "../../review/digest.ts";
import { type Outline, outlineTool } from "../../review/outline-tool.ts";
import type { OperationTool } from "../operation-tool.ts";

export const outlineOperation = (tool: OperationTool, digest: Digest): Outline => ({
  request: tool.request,
  credentials: tool.credentials,
  ...outlineTool(tool, digest),
});

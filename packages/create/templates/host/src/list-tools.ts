import type { Client } from "@modelcontextprotocol/client";
import { getModelTools, getToolUiResourceUri, type Tool } from "@toolshed/apps/app-bridge";

/** The tools that a person can run here: those with a View, without those that are for Views only. */
export async function listToolsWithViews(client: Client): Promise<Tool[]> {
  const { tools } = await client.listTools();
  return getModelTools(tools as Tool[]).filter((tool) => getToolUiResourceUri(tool));
}

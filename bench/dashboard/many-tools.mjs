// A plugin with ten thousand tools in a hundred groups.
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const verbs = ["List", "Get", "Create", "Update", "Delete", "Search", "Export", "Archive", "Share", "Count"];
const things = ["invoices", "parcels", "tickets", "members", "contracts", "reports", "events", "notes"];
const inputSchema = z.object({
  id: z.string().describe("What it is about"),
  limit: z.number().int().optional().describe("How many at most"),
});
const numbers = Array.from({ length: 100 }, (_, at) => at);

function tool(group, at) {
  const verb = verbs[at % verbs.length];
  const thing = things[(group + at) % things.length];
  return defineTool({
    name: `${verb} ${thing} ${at} of team ${group}`,
    description: `${verb} the ${thing} that team ${group} keeps in its folder ${at}, the newest first.`,
    inputSchema,
    readOnly: ["List", "Get", "Search", "Count"].includes(verb),
    destructive: verb === "Delete",
    handler: ({ input }) => input,
  });
}

const tools = (group) => Object.fromEntries(numbers.map((at) => [`tool_${at}`, tool(group, at)]));

export default definePlugin({
  id: "many",
  name: "Many",
  description: "Ten thousand tools",
  tools: Object.fromEntries(numbers.map((group) => [`team_${group}`, tools(group)])),
});

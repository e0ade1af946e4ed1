import type { Tool } from "@modelcontextprotocol/server";
import { parseArguments } from "@toolshed/sdk";
import { z } from "zod";
import { errorResult, type ToolResult } from "../../call/tool-result.ts";
import type { ListedTool, Visit } from "../listed-tool.ts";

/** One of the few tools through which a model reaches all the others. */
export function metaTool<Input extends z.ZodObject>(definition: {
  name: string;
  title: string;
  description: string;
  annotations: NonNullable<Tool["annotations"]>;
  input: Input;
  run(input: z.output<Input>, visit: Visit): Promise<ToolResult>;
}): ListedTool {
  const { name, title, description, annotations, input, run } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });

  return {
    listed: { name, title, description, annotations, inputSchema: inputSchema as Tool["inputSchema"] },
    async run(args, visit) {
      const parsed = await parseArguments(input, args);
      if ("problem" in parsed) return errorResult(`Invalid arguments for ${name}: ${parsed.problem}`);
      return run(parsed.input, visit);
    },
  };
}

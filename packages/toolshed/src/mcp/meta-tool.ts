import type { Tool } from "@modelcontextprotocol/server";
import { parseArguments } from "@toolshed/sdk";
import { z } from "zod";
import type { CallRequest } from "../call/create-call.ts";
import { errorResult, type ToolResult } from "../call/tool-result.ts";

/** Who calls, with what program, and how that person can be asked. */
export type Visit = Pick<CallRequest, "caller" | "client" | "signal" | "elicit">;

/** One of the few tools an endpoint lists, through which a model reaches all the others. */
export interface MetaTool {
  readonly listed: Tool;
  run(args: unknown, visit: Visit): Promise<ToolResult>;
}

export function metaTool<Input extends z.ZodObject>(definition: {
  name: string;
  title: string;
  description: string;
  annotations: NonNullable<Tool["annotations"]>;
  input: Input;
  run(input: z.output<Input>, visit: Visit): Promise<ToolResult>;
}): MetaTool {
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

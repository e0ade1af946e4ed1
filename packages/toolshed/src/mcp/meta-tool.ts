import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Caller } from "../call/caller.ts";
import { errorResult, type ToolResult } from "../call/tool-result.ts";
import { parseArguments } from "../source/parse-arguments.ts";

/** One of the few tools an endpoint lists, through which a model reaches all the others. */
export interface MetaTool {
  readonly listed: Tool;
  run(args: unknown, caller: Caller, signal: AbortSignal): Promise<ToolResult>;
}

export function metaTool<Input extends z.ZodObject>(definition: {
  name: string;
  title: string;
  description: string;
  annotations: NonNullable<Tool["annotations"]>;
  input: Input;
  run(input: z.output<Input>, caller: Caller, signal: AbortSignal): Promise<ToolResult> | ToolResult;
}): MetaTool {
  const { name, title, description, annotations, input, run } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });

  return {
    listed: { name, title, description, annotations, inputSchema: inputSchema as Tool["inputSchema"] },
    async run(args, caller, signal) {
      const parsed = await parseArguments(input, args);
      if ("problem" in parsed) return errorResult(`Invalid arguments for ${name}: ${parsed.problem}`);
      return run(parsed.input, caller, signal);
    },
  };
}

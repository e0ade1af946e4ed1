import type { Tool } from "@modelcontextprotocol/server";
import { parseArguments } from "@toolshed/sdk";
import { z } from "zod";
import type { CallOutcome } from "../../call/outcome.ts";
import type { ListedTool, Visit } from "../listed-tool.ts";

/** One of the few tools through which a model reaches all the others. */
export function metaTool<Input extends z.ZodObject>(definition: {
  name: string;
  title: string;
  description: string;
  annotations: NonNullable<Tool["annotations"]>;
  /** `_meta`: which View shows it, or that it is for Views alone. */
  meta?: Record<string, unknown>;
  input: Input;
  run(input: z.output<Input>, visit: Visit): Promise<CallOutcome>;
}): ListedTool {
  const { name, title, description, annotations, meta, input, run } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });

  return {
    listed: {
      name,
      title,
      description,
      annotations,
      inputSchema: inputSchema as Tool["inputSchema"],
      ...(meta && { _meta: meta }),
    },
    async run(args, visit) {
      const parsed = await parseArguments(input, args);
      if ("input" in parsed) return run(parsed.input, visit);
      const message = `Invalid arguments for ${name}: ${parsed.problem}`;
      return { kind: "refused", code: "invalid", message };
    },
  };
}

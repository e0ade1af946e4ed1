import type { Tool } from "@modelcontextprotocol/server";
import { parseArguments } from "@toolshed/sdk";
import { z } from "zod";
import type { CallOutcome } from "../../call/outcome.ts";
import type { Caller } from "../../policy/caller.ts";
import type { ListedTool, Visit } from "../listed-tool.ts";

/** Keeps a tool in the context of clients that load tools on demand, such as Claude Code. */
export const alwaysLoaded = { "anthropic/alwaysLoad": true };

/** One of the few tools through which a model reaches all the others. */
export function metaTool<Input extends z.ZodObject>(definition: {
  name: string;
  title: string;
  description: string;
  annotations: NonNullable<Tool["annotations"]>;
  /** `_meta`: which View shows it, or that it is for Views alone. By default models always have it at hand. */
  meta?: Record<string, unknown>;
  input: Input;
  run(input: z.output<Input>, visit: Visit): Promise<CallOutcome>;
}): ListedTool {
  const { name, title, description, annotations, meta = alwaysLoaded, input, run } = definition;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });

  return {
    listed: {
      name,
      title,
      description,
      annotations,
      inputSchema: inputSchema as Tool["inputSchema"],
      _meta: meta,
    },
    async run(args, visit) {
      const parsed = await parseArguments(input, args);
      if ("input" in parsed) return run(parsed.input, visit);
      const message = `Invalid arguments for ${name}: ${parsed.problem}`;
      return { kind: "refused", code: "invalid", message };
    },
  };
}

/** The tools as an endpoint lists them: on a read-only one they reach nothing that changes something. */
export function listMetaTools(tools: readonly ListedTool[]): (caller: Caller) => readonly ListedTool[] {
  const readOnly = tools.map((tool) => ({ ...tool, listed: toReadOnly(tool.listed) }));
  return ({ scope }) => (scope.readOnly ? readOnly : tools);
}

const toReadOnly = (listed: Tool): Tool => ({
  ...listed,
  annotations: { ...listed.annotations, readOnlyHint: true, destructiveHint: false },
});

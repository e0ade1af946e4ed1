import { z } from "zod";
import type { Runner } from "../../run/runner.ts";
import type { ListedTool } from "../listed-tool.ts";
import { metaTool } from "./meta-tool.ts";
import { toOutcome } from "./run-script.ts";

export function resumeRun(runner: Runner): ListedTool {
  return metaTool({
    name: "resume",
    title: "Resume a paused run",
    description:
      "Continue a run that waits for a person's approval, once the person has decided. What the script has done is not done again. " +
      "With approved: false the waiting calls are refused and the script goes on without them. Only a person can approve. " +
      "If paused has a question of a tool, data is the answer: take it from what the user has told you, or ask the user.",
    annotations: { destructiveHint: true, openWorldHint: true },
    input: z.object({
      execution_id: z.string().max(100).describe("The executionId of the paused run"),
      approved: z.boolean().optional().describe("false refuses the calls that wait"),
      data: z
        .unknown()
        .optional()
        .describe(
          "The answer to paused.question, fitting its schema; with approved: false, why: the script finds it in the error of the call",
        ),
    }),
    run: async ({ execution_id, approved, data }, visit) =>
      toOutcome(await runner.resume({ executionId: execution_id, approved, data }, visit)),
  });
}

import { z } from "zod";
import type { Approvals } from "../../approval/approvals.ts";
import type { CallOutcome } from "../../call/outcome.ts";
import { isForm } from "../../run/journal/to-paused.ts";
import type { ResumeAnswer, Runner } from "../../run/runner.ts";
import { frameUri } from "../../view/frame.ts";
import type { Views } from "../../view/views.ts";
import type { ListedTool, Visit } from "../listed-tool.ts";
import { alwaysLoaded, metaTool } from "./meta-tool.ts";

export interface RunToolsParts {
  readonly runner: Runner;
  readonly approvals: Pick<Approvals, "ofRun">;
  readonly views: Pick<Views, "markRun">;
}

/** Hosts that show Views show a card for each approval that a run waits for. */
const meta = { ...alwaysLoaded, ui: { resourceUri: frameUri } };

export function runScript(parts: RunToolsParts): ListedTool {
  return metaTool({
    name: "run",
    title: "Run a script",
    description:
      "Run TypeScript that calls tools, in a sandbox without network, files or imports. tools.<path>(args) calls a tool, tools.search({query, limit}) finds some, " +
      "tools.describe.tool({path}) tells a tool's signature, and its connections if there are several: tools.<path>(args, {connection}) chooses one. await works at the top; the value is what the script returns, or its last expression. " +
      "The script is checked against the tools' types first, and with a mistake in it nothing is called. " +
      "Return only what you need. If a call needs a person's approval, the answer has paused with an execution id: see resume.",
    annotations: { destructiveHint: true, openWorldHint: true },
    meta,
    input: z.object({
      script: z
        .string()
        .min(1)
        .describe(
          "TypeScript, such as: const { notes } = await tools.samples.notes.list(); return notes.length",
        ),
      check: z.boolean().default(true).describe("Whether to check types before anything runs"),
    }),
    run: async ({ script, check }, visit) =>
      toOutcome(await parts.runner.run(script, check, visit), parts, visit),
  });
}

export function resumeRun(parts: RunToolsParts): ListedTool {
  return metaTool({
    name: "resume",
    title: "Resume a paused run",
    description:
      "Continue a run that waits for a person's approval, once the person has decided. What the script has done is not done again. " +
      "With approved: false the waiting calls are refused and the script continues without them. Only a person can approve. " +
      "If paused has a question of a tool, data is the answer: take it from what the user has told you, or ask the user.",
    annotations: { destructiveHint: true, openWorldHint: true },
    meta,
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
      toOutcome(
        await parts.runner.resume({ executionId: execution_id, approved, data }, visit),
        parts,
        visit,
      ),
  });
}

/** Without indentation, which would count as much as what it indents. */
async function toOutcome(
  answer: ResumeAnswer,
  { approvals, views }: RunToolsParts,
  visit: Visit,
): Promise<CallOutcome> {
  const content = [{ type: "text", text: JSON.stringify(answer) }];
  const paused = "resolved" in answer ? undefined : answer.paused;
  const asked = paused && visit.showsViews ? await approvals.ofRun(paused.executionId) : [];
  const waiting = asked.filter((approval) => approval.state === "waiting" && !isForm(approval));
  const result = views.markRun(
    { content },
    visit.caller,
    waiting.map(({ id }) => id),
  );
  if ("resolved" in answer || answer.success || paused) return { kind: "ok", result };
  return { kind: "failed", message: answer.error?.message ?? "", result: { isError: true, ...result } };
}

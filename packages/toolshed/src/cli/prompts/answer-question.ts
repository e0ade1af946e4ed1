import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { askForm } from "./ask-form.ts";
import { askLine } from "./ask-line.ts";

/** The person at the terminal decides; without one, or if they postpone it, the run waits. */
export async function answerQuestion(request: ElicitRequest): Promise<ElicitResult> {
  if (!process.stdin.isTTY) return { action: "unavailable" };
  if (request.type === "form" && Object.keys(request.schema.properties ?? {}).length > 0)
    return askForm(request.message, request.schema);
  const answer = await askLine(`${request.message} [y/N] `);
  if (answer === undefined) return { action: "unavailable" };
  return { action: /^y(es)?$/i.test(answer.trim()) ? "accept" : "decline" };
}

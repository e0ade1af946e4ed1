import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import { invocation } from "../invocation.ts";
import { printable } from "../print/printable.ts";
import { askForm } from "./ask-form.ts";
import { prompt } from "./prompt.ts";

/** The person at the terminal decides; without one, or if they postpone it, the run waits. */
export async function answerQuestion(request: ElicitRequest): Promise<ElicitResult> {
  if (!invocation().stdin.isTTY) return { action: "unavailable" };
  if (request.type === "form" && Object.keys(request.schema.properties ?? {}).length > 0)
    return askForm(request.message, request.schema);
  const message = printable(request.message);
  const isAccepted = await prompt(({ confirm }, options) =>
    confirm({ message, initialValue: false, ...options }),
  );
  if (isAccepted === undefined) return { action: "unavailable" };
  return { action: isAccepted ? "accept" : "decline" };
}

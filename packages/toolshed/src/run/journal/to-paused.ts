import type { Approval } from "../../approval/approvals.ts";
import { hasFields } from "../../approval/question.ts";
import type { PausedRun } from "../run-answer.ts";

/** Tells the caller of a paused script whom it waits for, and what to do next. */
export function toPaused(
  executionId: string,
  waiting: readonly Approval[],
  approvalUrl: (id: string) => string,
): PausedRun {
  const [first] = waiting;
  const form = waiting.find(isForm);
  const question = form?.question && {
    path: form.path,
    ...form.question,
    url: approvalUrl(form.id),
  };
  const forPeople = waiting
    .filter((approval) => !isForm(approval))
    .map(({ id, path, arguments: args, connection }) => ({
      path,
      args: JSON.parse(args),
      ...(connection !== null && { connection }),
      url: approvalUrl(id),
    }));
  const steps = [
    forPeople[0] && `A person has to decide at ${forPeople[0].url}. Then call resume with this execution_id.`,
    question &&
      `${question.path} asks: ${question.message} Call resume with data that fits the question's schema, or with approved: false to decline.`,
    "What has been done is not done again.",
  ];
  return {
    executionId,
    toolPath: first?.path ?? "",
    args: first && JSON.parse(first.arguments),
    message: steps.filter(Boolean).join(" "),
    approvals: forPeople,
    ...(question && { question }),
  };
}

/** A question that has to be filled in. All else that waits is for a person to decide. */
export const isForm = ({ question }: Approval): boolean => question !== null && hasFields(question);

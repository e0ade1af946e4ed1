import { createArgumentCheck } from "../source/openapi/schema/check-arguments.ts";
import type { ToolQuestion } from "./approvals.ts";

/** Whether there is anything to fill in. A question without fields is an approval: to accept it is all one can do. */
export const hasFields = ({ schema }: ToolQuestion): boolean => fieldsOf(schema).length > 0;

const fieldsOf = ({ properties }: ToolQuestion["schema"]): string[] => Object.keys(properties ?? {});

/** What is wrong with an answer to a tool's question, if anything is. */
export function checkAnswer({ schema }: ToolQuestion, answer: unknown): string | undefined {
  const fields = fieldsOf(schema);
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    return `it has to be an object with ${fields.join(", ")}`;
  const stranger = Object.keys(answer).find((name) => !fields.includes(name));
  if (stranger !== undefined) return `there is no field ${stranger.slice(0, 100)}, but ${fields.join(", ")}`;
  const checked = createArgumentCheck({ ...schema })(answer);
  return "problem" in checked ? checked.problem : undefined;
}

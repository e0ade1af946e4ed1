import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import { createArgumentCheck } from "../source/openapi/schema/check-arguments.ts";
import { nobodyToAsk } from "../source/source.ts";
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

type Elicit = (request: ElicitRequest) => Promise<ElicitResult>;

/**
 * How the client's user is asked. Where approval is given in the dashboard, an answer of the client approves nothing: to
 * whatever would be an approval, nobody is there. Forms are data for a tool, and the client still fills them in.
 */
export function elicitThroughClient({ approval }: Caller, elicit: Elicit): Elicit {
  if (approval !== "dashboard" || elicit === nobodyToAsk) return elicit;
  return (request) => (isApproval(request) ? nobodyToAsk() : elicit(request));
}

const isApproval = (request: ElicitRequest): boolean => request.type !== "form" || !hasFields(request);

import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import { createArgumentCheck } from "../source/openapi/schema/check-arguments.ts";
import { nobodyToAsk } from "../source/source.ts";
import { makeVisible } from "../visible-text.ts";
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
  if (elicit === nobodyToAsk) return elicit;
  return (request) => {
    if (approval === "dashboard" && isApproval(request)) return nobodyToAsk();
    return elicit(isFromTool(request) ? makeQuestionVisible(request) : request);
  };
}

const isApproval = (request: ElicitRequest): boolean => request.type !== "form" || !hasFields(request);

/** We write the questions of approvals ourselves. */
const isFromTool = ({ type }: ElicitRequest): boolean => type !== "approval";

/** What a person reads of a tool's question. The answer's names and values stay as the tool wants them. */
export const makeQuestionVisible = <Question extends { readonly message: string }>(
  question: Question,
): Question => ({
  ...question,
  message: makeVisible(question.message),
  ...("schema" in question && { schema: withVisibleTexts(question.schema) }),
});

const shownTexts = new Set(["title", "description"]);

function withVisibleTexts(schema: unknown, isShown = false): unknown {
  if (typeof schema === "string") return isShown ? makeVisible(schema) : schema;
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => withVisibleTexts(item, isShown));
  return Object.fromEntries(
    Object.entries(schema).map(([key, item]) => [
      key,
      withVisibleTexts(item, key === "enumNames" || (shownTexts.has(key) && typeof item === "string")),
    ]),
  );
}

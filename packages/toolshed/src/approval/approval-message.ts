import { makeVisible } from "../visible-text.ts";
import { showArguments } from "./show-arguments.ts";

export interface ApprovalMessage {
  readonly text: string;
  /** False if the text doesn't show all of the call, so that its answer must not count. */
  readonly isWhole: boolean;
}

/** A question to a client has one place for all arguments. */
const maxLength = 2_000;

/** What a client asks its user about a call. */
export function approvalMessage(
  path: string,
  args: unknown,
  connection: string | null,
  viewPath?: string,
): ApprovalMessage {
  const { isWhole } = showArguments(args);
  const shown = makeVisible(JSON.stringify(args ?? {}));
  const by = connection === null ? "" : `, using the connection ${makeVisible(connection)}`;
  const view = viewPath === undefined ? "" : ` The View of ${viewPath} asks for it.`;
  return {
    text: `Allow ${path} with ${shown}${by}?${view}`,
    isWhole: isWhole && shown.length <= maxLength,
  };
}

import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import { nobodyToAsk } from "../source/source.ts";
import { hasFields } from "./check-answer.ts";

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

import type { ElicitRequest, ElicitResult } from "@toolshed/sdk";
import type { Caller } from "../policy/caller.ts";
import type { CallTrace } from "../record/call-trace.ts";
import type { ClientChannel, Messages, Progress, SourceTool } from "../source/source.ts";
import type { CallSignal } from "../work/cancellation.ts";
import type { CallOutcome } from "./outcome.ts";

export interface CallRequest {
  readonly caller: Caller;
  /** The program that calls, as far as it tells. */
  readonly client: string;
  readonly path: string;
  readonly args: unknown;
  /** The name of the connection to use, where there are several of the tool's provider. */
  readonly connection?: string | undefined;
  readonly signal: CallSignal;
  elicit(request: ElicitRequest): Promise<ElicitResult>;
  /** How a script gets an approval where one is needed: resolves with its id if it has one, or rejects with a refusal. */
  approve?(tool: SourceTool, connection: string | null): Promise<string | undefined>;
  /** Whether the outcome has the whole value as well, of which the result has only as much as a model takes. */
  readonly wantsValue?: boolean;
  /** Absent where the caller does not want to know. */
  progress?(progress: Progress): void;
  readonly messages?: Messages | undefined;
  readonly clientChannel?: ClientChannel | undefined;
  /** Whether the client shows Views, and so cards in which its user approves calls. */
  readonly showsViews?: boolean | undefined;
  /** Absent where nothing is known of it. */
  readonly trace?: CallTrace | undefined;
}

/** The one way every call takes. Never rejects: the outcome says what went wrong. */
export type Call = (request: CallRequest) => Promise<CallOutcome>;

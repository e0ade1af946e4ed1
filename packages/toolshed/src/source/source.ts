import type { ElicitResult, ParsedArguments, ToolContext, ViewCsp, ViewPermissions } from "@toolshed/sdk";
import type { Connection } from "../credential/connections.ts";
import type { JsonObject } from "../json/json-object.ts";
import type { ToolOwner } from "../policy/authorize.ts";

export type JsonSchema = Record<string, unknown>;

/** How far a call has come, as the protocol tells it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Whom a server is asked for: what one is told is for no other. */
export interface SourceUser {
  readonly userId: string;
  /** Which of the accounts that the user can use of the source's provider. Absent where there is none to tell apart. */
  readonly account?: string | undefined;
}

export interface SourceAuth {
  getToken(provider?: string): Promise<string>;
  /** Another token in place of one that the service refused with 401. Nothing if there is none. */
  renewToken?(provider: string, refused: string): Promise<string | undefined>;
}

/** What a source gets with the call it runs: all a handler gets, but for the plugin's own data. */
export interface SourceCall extends Omit<ToolContext, "store" | "auth">, SourceUser {
  readonly auth: SourceAuth;
  /** Whether there is a person to ask. */
  readonly canAsk: boolean;
  /** Tells the caller, where it wants to know, and gives the call more time. */
  progress(progress: Progress): void;
  /** Log messages of the server. Absent where the caller does not want them. */
  readonly messages?: Messages | undefined;
  /** Absent unless the caller's endpoint exposes the source as it is. */
  readonly clientChannel?: ClientChannel | undefined;
  /** Keeps a secret out of answers and the record. */
  conceal(secret: string): void;
}

export interface Messages {
  readonly level: string;
  send(params: Readonly<Record<string, unknown>>): void;
}

/** The way between a client and the server behind a source, where neither should notice what is in between. */
export interface ClientChannel {
  readonly era: "legacy" | "modern";
  /** Identifies the client's session, if it has one. */
  readonly session?: object | undefined;
  /** What the client can be asked, where that is not all that `ask` passes on. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Sends a request of the server to the client. Gives nothing where the client cannot be asked that. */
  ask?(
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Tells the client something that may come after the call. Absent where the client's revision has no such messages. */
  tell?(notification: UpstreamNotification): void;
  /** What the client has sent beside its arguments: what it can do, and its answers to what the server has asked. */
  readonly round?: {
    readonly meta: Readonly<Record<string, unknown>>;
    readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
    readonly requestState?: string | undefined;
  };
}

/** A tool as every source gives it, whatever stands behind. */
export interface SourceTool {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  /** Its arguments, where they are known without making the schema. */
  readonly parameters?: readonly ParameterText[];
  readonly destructive: boolean;
  readonly readOnly: boolean;
  readonly authProvider?: string;
  /** Why it may not be used for now. A tool with this is in nobody's catalog. */
  readonly quarantined?: string | undefined;
  /** What the server behind the source calls it, where that is not the path. */
  readonly upstreamName?: string;
  /** What the server says of its behaviour, word for word. Only `destructive` and `readOnly` are acted on. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** `_meta` of the tool: which View shows its results, and who may call it. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether the team itself may call it, for no person in particular. Absent means yes. */
  readonly serviceAccountAllowed?: boolean;
  /** Present if it belongs to one person. */
  readonly owner?: ToolOwner;
  parse(args: unknown): Promise<ParsedArguments>;
  /** Gives a value, or a `WholeResult`. */
  run(input: unknown, call: SourceCall): Promise<unknown>;
}

export interface Source {
  readonly id: string;
  readonly tools: readonly SourceTool[];
  readonly upstream?: Upstream;
  /** Present if all its tools belong to one person. */
  readonly owner?: ToolOwner;
}

/** The domains that a View reaches, and what it asks the browser for. */
export interface ViewNeeds {
  readonly csp?: ViewCsp | undefined;
  readonly permissions?: ViewPermissions | undefined;
}

/** What an MCP server offers beside its tools, passed on as it is. */
export interface Upstream {
  /** The provider that a caller has to have connected. */
  readonly authProvider?: string | undefined;
  /** Its capabilities and instructions. Starts it where it has to be started. */
  describe(call: SourceCall): Promise<UpstreamDescription>;
  /** Asks one of the methods that are not about tools. Rejects with an `UpstreamError` where the server answers with one. */
  request(
    method: string,
    params: Record<string, unknown>,
    call: SourceCall,
  ): Promise<Record<string, unknown>>;
  /** What a View asks for, by its address here. Nothing of a View that waits for an admin, or was never read. */
  viewNeeds(uri: string): ViewNeeds | undefined;
  /** Whether people share what is behind it, and so what it knows. */
  readonly isShared: boolean;
  /** Whether an admin lets clients set its roots. */
  readonly takesRoots: boolean;
  /** Passes on what the server sends unasked for this user, and keeps it running, until the subscription is closed. */
  subscribe(
    user: SourceUser,
    listener: (notification: UpstreamNotification) => void,
    roots?: ClientRoots,
  ): Subscription;
}

export interface Subscription {
  /** Tells the server that the client's roots have changed, as soon as it may have them. */
  rootsChanged(): void;
  /** Called when the client begins to listen or leaves. */
  presenceChanged(): void;
  close(): void;
}

/** The roots of a client that has a session, and so can be asked for them outside of its requests. */
export interface ClientRoots {
  /** The same object as in the channels of its calls. */
  readonly session: object;
  /** True from the client's first request until its stream ends, and again from its next request on. */
  isPresent(): boolean;
  /** Whether a request would reach it now. */
  isListening(): boolean;
  /** True if the server may have the client's roots. */
  isAllowed(): Promise<boolean>;
  /** Gives nothing where the client has said that it has none. */
  list(): Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface UpstreamDescription {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions?: string | undefined;
}

export interface UpstreamNotification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An argument's name and what is said of it. */
export type ParameterText = readonly [name: string, description: string];

/** For calls of which no person can be asked anything. */
export const nobodyToAsk = async (): Promise<ElicitResult> => ({ action: "unavailable" });

/** For calls that nobody waits for. */
export const unattended = { elicit: nobodyToAsk, canAsk: false, progress() {}, conceal() {} };

/** Identifies one account of a provider; reconnecting the account changes its identity. */
export const accountOf = ({ ownerId, name, createdAt }: Connection): string =>
  JSON.stringify([ownerId, name, createdAt]);

/** An error that the server behind a source has answered with, or that is answered in its place, code and all. */
export class UpstreamError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A part of an answer: a text, or another kind of content, which passes through whole. */
export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly [member: string]: unknown;
}

/** Of a result no more are shown. */
export const maxBlocks = 1_000;

/** What a source answers when it gives all of a result itself, in place of a value that becomes one. */
export class WholeResult {
  readonly content: readonly ContentBlock[] = [];
  readonly structuredContent?: unknown;
  readonly isError: boolean = false;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** In place of all others: what the server has to ask the client before it continues. */
  readonly question?: Readonly<Record<string, unknown>>;

  constructor(result: Partial<WholeResult>) {
    Object.assign(this, result);
  }
}

/** The address of a View as a tool's `_meta` names it, in either form. */
export function viewUriIn(meta: JsonObject | undefined): string | undefined {
  const uri = Object(meta?.ui).resourceUri ?? meta?.["ui/resourceUri"];
  return typeof uri === "string" && uri.startsWith("ui://") ? uri : undefined;
}

/** The address of the View that shows a tool's results, `ui://<source>/…`. */
export function viewUriOf({ meta, path }: Pick<SourceTool, "meta" | "path">): string | undefined {
  const uri = viewUriIn(meta);
  return uri?.startsWith(`ui://${sourceOf(path)}/`) ? uri : undefined;
}

export const sourceOf = (path: string): string => path.slice(0, path.indexOf("."));

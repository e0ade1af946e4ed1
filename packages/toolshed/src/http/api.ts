import type { agentRoutes } from "./routes/agent-routes.ts";
import type { apiRoutes } from "./routes/api-routes.ts";
import type { NamesIn, RoutesOf } from "./routes/route.ts";
import type { sessionRoutes } from "./routes/session-routes.ts";

export type { Member } from "../account/members.ts";
/** What `/sign-in?error=…` says after `GET /sign-in/with/:provider`, when the sign-in failed. */
export type { SignInProblem } from "../account/open-id/open-id.ts";
export type { ApprovalRule } from "../approval/approval-rules.ts";
export type { ToolResult } from "../call/tool-result.ts";
export type { PreviewEvent, SourcePreview } from "../catalog/source-previews.ts";
export type { ListedSource } from "../catalog/sources.ts";
export type { ToolKind } from "../catalog/tool-kinds.ts";
export type { ListedEndpoint } from "../endpoint/endpoints.ts";
export type { ListedRole } from "../policy/roles.ts";
export type { CallEntry } from "../record/call-record.ts";
export type { SavedCall } from "../record/saved-calls.ts";
export type { CallEffect, WaitingApprovals } from "./routes/approval-routes.ts";
export type { ConsoleQuestion } from "./routes/console/console-questions.ts";
export type { CallEnd, CallEvent } from "./routes/console/console-routes.ts";

/** Every route of `/api/v1`, for its clients: the dashboard and the commands. */
type ApiRoutes = RoutesOf<ReturnType<typeof apiRoutes | typeof agentRoutes | typeof sessionRoutes>[number]>;

export type RouteName = keyof ApiRoutes;
export type AnswerOf<Name extends RouteName> = ApiRoutes[Name]["answer"];
export type QueryOf<Name extends RouteName> = NonNullable<ApiRoutes[Name]["query"]>;
export type BodyOf<Name extends RouteName> = NonNullable<ApiRoutes[Name]["body"]>;

/** Left out where the route takes none, and optional where it takes an empty one. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [One in Key]?: never }
  : Partial<Value> extends Value
    ? { [One in Key]?: Value }
    : { [One in Key]: Value };

/** What a route has to be given: the names in its path, its query and its body. */
export type RequestOf<Name extends RouteName> = Part<"query", ApiRoutes[Name]["query"]> &
  Part<"body", ApiRoutes[Name]["body"]> &
  ([NamesIn<Name>] extends [never] ? { params?: never } : { params: Record<NamesIn<Name>, string> });

export interface ErrorAnswer {
  error: string;
  /** What kind of error it is, where clients add a hint of their own. */
  code?: string;
}

export type SessionUser = NonNullable<AnswerOf<"GET /session">["user"]>;
export type ToolEntry = AnswerOf<"GET /tools">["tools"][number];
export type ToolGroups = AnswerOf<"GET /tools/groups">;
export type ToolAnswer = AnswerOf<"GET /tools/:path">;
export type SourceCandidate = AnswerOf<"POST /sources/detect">["candidates"][number];
export type LocalServerEntry = AnswerOf<"GET /local-servers">["servers"][number];
export type SourceSettings = AnswerOf<"GET /sources/:id/settings">;
export type ToolReview = AnswerOf<"GET /sources/:id/review">["tools"][number];
export type TokenAnswer = AnswerOf<"POST /endpoints">;
export type ProviderAnswer = AnswerOf<"GET /connections">["providers"][number];
export type ConnectionState = ProviderAnswer["team"][number];
export type ApprovalAnswer = AnswerOf<"GET /approvals/:id">;
export type DecidedApprovalAnswer = AnswerOf<"GET /approvals/history">["approvals"][number];
export type AccountAnswer = AnswerOf<"GET /account">;
export type ConsentAnswer = AnswerOf<"GET /consent">;
export type CallAnswer = AnswerOf<"GET /calls/:id">;
export type ResultSettingsAnswer = AnswerOf<"GET /settings/results">;
/** The filters of a list of calls, and of the stream that sends each new one. */
export type CallsQuery = Omit<QueryOf<"GET /calls">, "limit" | "before">;

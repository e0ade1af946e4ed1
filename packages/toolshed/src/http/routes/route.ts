import type { Context, Hono, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { describeIssues } from "../../json/describe-issues.ts";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import type { Caller } from "../../policy/caller.ts";
import { type CallTrace, readTraceparent } from "../../record/call-trace.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";

/**
 * One route of `/api/v1`. What it checks, what its handler gets and what its clients send and receive all follow from
 * its definition.
 */
export interface Route<Name extends string = string, Query = unknown, Body = unknown, Answer = unknown> {
  /** Method and path, such as `GET /tools/:path`. */
  readonly name: Name;
  readonly handlers: readonly MiddlewareHandler<ApiEnvironment>[];
  /** Exists only as a type: what clients send and receive. */
  readonly types?: { query: Query; body: Body; answer: Answer };
}

/** The routes of a list by their names. */
export type RoutesOf<Listed extends Route> = {
  [One in Listed as One["name"]]: NonNullable<One["types"]>;
};

/** The names in a path: `path` in `GET /tools/:path`. */
export type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface RouteOptions<Query, Body> {
  readonly query?: Query;
  readonly body?: Body;
  /** How many values a body may have: by default as many as a form. */
  readonly maxValues?: number;
  readonly status?: 201;
}

interface Received<Name extends string, Query, Body> {
  readonly params: Readonly<Record<NamesIn<Name>, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Below `/session` nobody needs to be known. */
  readonly caller: Name extends `${string} /session${string}` ? undefined : Caller;
  readonly context: Context<ApiEnvironment>;
}

/** The query and body are checked before `handle` runs. What it returns is sent as JSON, unless it is a response. */
export function route<
  Name extends `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`,
  Answer,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  name: Name,
  { query, body, maxValues, status }: RouteOptions<Query, Body>,
  handle: (received: Received<Name, z.output<Query>, z.output<Body>>) => Answer | Promise<Answer>,
): Route<Name, z.input<Query>, z.input<Body>, Answer extends Response ? unknown : Answer> {
  async function serve(context: Context<ApiEnvironment>): Promise<Response> {
    const received = {
      params: context.req.param(),
      query: query && (await check(query, context.req.query())),
      body: body && (await readBody(context, body, maxValues)),
      caller: context.get("caller"),
      context,
    };
    const answer = await handle(received as never);
    return answer instanceof Response ? answer : context.json(answer ?? {}, status ?? 200);
  }
  return { name, handlers: [serve] };
}

/** The same routes behind a guard. */
export const guarded = <Guarded extends Route>(
  guard: MiddlewareHandler<ApiEnvironment>,
  routes: readonly Guarded[],
): Guarded[] => routes.map((one) => ({ ...one, handlers: [guard, ...one.handlers] }));

type Below<Folder extends string, Moved> =
  Moved extends Route<`${infer Method} ${infer Path}`, infer Query, infer Body, infer Answer>
    ? Route<`${Method} ${Folder}${Path}`, Query, Body, Answer>
    : never;

/** The same routes at other paths. */
export const below = <Folder extends string, Moved extends Route>(
  folder: Folder,
  routes: readonly Moved[],
): Below<Folder, Moved>[] =>
  routes.map((one) => ({ ...one, name: one.name.replace(" ", ` ${folder}`) })) as never;

export function addRoutes(app: Hono<ApiEnvironment>, routes: readonly Route[]): void {
  for (const { name, handlers } of routes) {
    const [method = "", path = ""] = name.split(" ");
    app.on(method, [`/api/v1${path}`], ...handlers);
  }
}

/** Nothing that a form sends has more values. Arguments of tools may. */
const formValues = 5_000;
/** A document comes as one long string; how long a body may be was decided when the request was admitted. */
const bounds = { ...dataBounds, text: Number.POSITIVE_INFINITY };

/** The body of a request, checked; none at all is an empty one. */
async function readBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  maxValues = formValues,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  return check(schema, text === "" ? {} : parse(text, maxValues));
}

/** What is wrong is told field by field. */
async function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Promise<z.output<Schema>> {
  const parsed = await schema.safeParseAsync(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new HTTPException(400, { message: describeIssues(parsed.error.issues) });
}

function parse(text: string, values: number): unknown {
  try {
    return parseJson(text, { ...bounds, values });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = error.reason === "syntax" ? "The body is not JSON" : `The body: ${error.message}`;
    throw new HTTPException(400, { message });
  }
}

/** What the calls that a request makes are part of. */
export const traceOf = ({ req, env }: Context<ApiEnvironment>): CallTrace => ({
  traceId: readTraceparent(req.header("traceparent")),
  queueMs: env.queueMs,
});

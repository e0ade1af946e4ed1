import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Accounts } from "../account/accounts.ts";
import type { Caller } from "../call/caller.ts";
import type { Call } from "../call/create-call.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeTool } from "../catalog/describe-tool.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { SourceTool } from "../source/source.ts";
import type {
  CallAnswer,
  SignInLinkAnswer,
  StatusAnswer,
  ToolAnswer,
  ToolSummary,
  ToolsAnswer,
} from "./api.ts";
import type { Authenticate } from "./authenticate.ts";
import { notFound } from "./not-found.ts";

export interface ApiParts {
  readonly accounts: Accounts;
  readonly authenticate: Authenticate;
  readonly call: Call;
  readonly catalog: Catalog;
  readonly index: SearchIndex;
  readonly origin: string;
  readonly mcpUrl: string;
  readonly version: string;
  /** Ends the process once the answer is out. */
  stop(): void;
}

export function apiRoutes(parts: ApiParts): Hono<{ Variables: { caller: Caller } }> {
  const { accounts, call, catalog, index } = parts;

  return new Hono<{ Variables: { caller: Caller } }>()
    .use(async (context, next) => {
      const caller = await parts.authenticate(context);
      if (!caller) {
        return context.json({ error: 'Sign in with the link that "toolshed status" prints' }, 401);
      }
      context.set("caller", caller);
      return next();
    })
    .get("/status", (context) =>
      context.json<StatusAnswer>({
        version: parts.version,
        url: parts.origin,
        mcpUrl: parts.mcpUrl,
        toolCount: catalog.tools.length,
      }),
    )
    .get("/tools", (context) => {
      const query = context.req.query("query");
      const limit = Number(context.req.query("limit")) || catalog.tools.length;
      const tools = query ? index.search(query, limit) : catalog.tools.slice(0, limit);
      return context.json<ToolsAnswer>({ tools: tools.map(toSummary) });
    })
    .get("/tools/:path", (context) => {
      const tool = catalog.find(context.req.param("path"));
      return tool ? context.json<ToolAnswer>(describeTool(tool)) : notFound(context);
    })
    .post("/tools/:path/call", async (context) => {
      const body = await context.req.json().catch(() => {
        throw new HTTPException(400, { message: "The body is not JSON" });
      });
      const result = await call({
        caller: context.get("caller"),
        path: context.req.param("path"),
        args: body?.arguments,
        signal: context.req.raw.signal,
      });
      return context.json<CallAnswer>(result);
    })
    .post("/sign-in-links", commandsOnly, async (context) => {
      const code = await accounts.createSignInCode();
      return context.json<SignInLinkAnswer>({ url: `${parts.origin}/sign-in?code=${code}` });
    })
    .post("/stop", commandsOnly, (context) => {
      parts.stop();
      return context.json({});
    });
}

const commandsOnly = async (context: { get(key: "caller"): Caller }, next: () => Promise<void>) => {
  if (context.get("caller").via !== "command") {
    throw new HTTPException(403, { message: "Only a command on this machine can do this" });
  }
  return next();
};

function toSummary(tool: SourceTool): ToolSummary {
  const { path, name, description, destructive, authProvider } = describeTool(tool);
  return { path, name, description, destructive, authProvider };
}

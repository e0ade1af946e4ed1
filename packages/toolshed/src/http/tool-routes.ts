import { Hono } from "hono";
import { z } from "zod";
import type { Call } from "../call/create-call.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeTool } from "../catalog/describe-tool.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { narrow } from "../search/narrow.ts";
import type { SearchIndex } from "../search/search-index.ts";
import type { SourceTool } from "../source/source.ts";
import type { CallAnswer, ToolAnswer, ToolSummary, ToolsAnswer } from "./api.ts";
import type { ApiEnvironment } from "./api-environment.ts";
import { notFound } from "./not-found.ts";
import { readBody } from "./read-body.ts";

export interface ToolParts {
  readonly call: Call;
  readonly catalog: Catalog;
  readonly index: SearchIndex;
  readonly visibility: Visibility;
}

const callBody = z.object({ arguments: z.record(z.string(), z.unknown()).optional() });

export function toolRoutes({ call, catalog, index, visibility }: ToolParts): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>()
    .get("/", async (context) => {
      const { isVisible } = await visibility(context.get("caller"));
      const { query, source, readOnly } = context.req.query();
      const limit = Math.max(0, Math.trunc(Number(context.req.query("limit")))) || catalog.tools.length;
      const tools = query
        ? index.search(query, limit, narrow({ source, readOnly: readOnly === "true" }, isVisible))
        : catalog.tools.filter(isVisible).slice(0, limit);
      return context.json<ToolsAnswer>({ tools: tools.map(toSummary) });
    })
    .get("/:path", async (context) => {
      const { isVisible } = await visibility(context.get("caller"));
      const tool = catalog.find(context.req.param("path"));
      return tool && isVisible(tool) ? context.json<ToolAnswer>(describeTool(tool)) : notFound(context);
    })
    .post("/:path/call", async (context) => {
      const body = await readBody(context, callBody);
      const result = await call({
        caller: context.get("caller"),
        client: context.get("caller").via,
        path: context.req.param("path"),
        args: body.arguments,
        signal: context.req.raw.signal,
        elicit: async () => ({ action: "unavailable" }),
      });
      return context.json<CallAnswer>(result);
    });
}

function toSummary(tool: SourceTool): ToolSummary {
  const { path, name, description, destructive, authProvider = null } = tool;
  return { path, name, description, destructive, authProvider };
}

import { Hono } from "hono";
import { expect, test } from "vitest";
import type { SourceTool } from "../../source/source.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import type { AppParts } from "../parts.ts";
import { toolRoutes } from "./tool-routes.ts";

test("tools without an explanation have no reasons instead of an empty list of them", async () => {
  const tools = ["a.one", "a.two"].map((path) => ({ path, name: path, description: "" }) as SourceTool);
  const parts = {
    index: { search: async () => ({ tools, why: new Map([["a.one", ["Score 1.00"]]]) }) },
    sources: new Set(["a"]),
    visibility: async () => ({
      isVisible: () => true,
      isHiddenByProvider: () => false,
      isQuarantined: () => false,
    }),
  } as unknown as AppParts;
  const [list] = toolRoutes(parts);
  const app = new Hono<ApiEnvironment>();
  app.get("/tools", (context, next) => {
    context.set("caller", { userId: "u" } as never);
    return next();
  });
  app.on("GET", ["/tools"], ...(list?.handlers ?? []));
  const answer = await (await app.request("/tools?query=one&explain=true")).json();
  expect(answer.tools).toMatchObject([{ path: "a.one", why: ["Score 1.00"] }, { path: "a.two" }]);
  expect(answer.tools[1]).not.toHaveProperty("why");
});

import { expect, test } from "vitest";
import { createCatalog } from "../catalog/catalog.ts";
import type { Source, SourceTool } from "../source/source.ts";
import { indexCatalog } from "./index-catalog.ts";

const source = (id: string, ...names: string[]): Source => ({
  id,
  tools: names.map(
    (name) =>
      ({
        path: `${id}.${name}`,
        name,
        description: "",
        inputSchema: {},
        destructive: false,
      }) as unknown as SourceTool,
  ),
});

test("a search finds what is in the catalog at that moment", () => {
  const catalog = createCatalog([source("mail", "send")]);
  const index = indexCatalog(catalog);
  const find = (query: string) => index.search(query, 10, () => true).map(({ path }) => path);
  expect(find("send")).toEqual(["mail.send"]);

  catalog.set(source("post", "send"));
  catalog.set(source("mail", "read"));
  expect(find("send")).toEqual(["post.send"]);
  expect(find("read")).toEqual(["mail.read"]);

  catalog.remove("post");
  expect(find("send")).toEqual([]);
});

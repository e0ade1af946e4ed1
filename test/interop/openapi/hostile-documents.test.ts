import { describe, expect, test } from "vitest";
import { listApi } from "../../../packages/toolshed/src/source/openapi/listed-api.ts";
import { openJobs } from "../../fixtures/jobs.ts";

const jobs = openJobs();
const list = (text: string) => listApi(text, { id: "api", fetch }, jobs);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const head = 'openapi: "3.0.0"\ninfo: { title: API }\nservers: [{ url: "https://api.example" }]\n';
const yaml = (count: number) =>
  `${head}paths:\n${many(count, (index) => `  /things/sub_${index}:\n    get: { summary: Thing ${index}, responses: {} }\n`).join("")}`;
const json = (more: object) =>
  JSON.stringify({
    openapi: "3.0.0",
    servers: [{ url: "https://api.example" }],
    paths: { "/a": { get: {} } },
    ...more,
  });

// Each blocked the gateway for seconds to minutes, or took all its memory.
test.each([
  ["1 MB of brackets", "[".repeat(1_000_000), "too complex"],
  ["flow maps", "{a: ".repeat(300_000), "neither JSON nor YAML|too complex"],
  ["flow lists", `openapi: ${"[a, ".repeat(300_000)}`, "too complex"],
  ["dashes", "- ".repeat(500_000), "too complex"],
  ["keys of keys", "? ".repeat(500_000), "too complex"],
  ["tags", `a: ${"!!x ".repeat(200_000)}`, "too complex"],
  ["anchors", `a: ${"&a ".repeat(200_000)}`, "too complex"],
  ["JSON brackets", `{"openapi":"3.0.0","a":${"[".repeat(1_000_000)}`, "at most 512 levels"],
  [
    "a large anchor many times",
    `${head}a: &a "${"x".repeat(500_000)}"\nb: [${many(900, () => "*a").join(", ")}]`,
    "longer|too long|too much|no operations",
  ],
  ["an alias of itself", `${head}a: &a { b: *a }\npaths: {}`, "alias|no operations"],
  ["no document", `${head}paths: 1`, "no operations"],
])("%s: the person who adds it is told why not", async (_, text, message) => {
  await expect(list(text)).rejects.toThrow(new RegExp(message));
});

// Looking for keys that occur twice took time that grew with the square of their number: minutes for these.
test("a document of too many operations in YAML says how to choose", { timeout: 120_000 }, async () => {
  await expect(list(yaml(25_000))).rejects.toThrow(
    "The document has 25000 operations, and a source at most 20000",
  );
});

test("the gateway keeps answering while a document is read", async () => {
  const order: string[] = [];
  const slow = list(yaml(2_000)).then(({ listing }) => {
    order.push("document");
    return listing.tools.length;
  });
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  order.push("gateway");
  expect(await slow).toBe(2_000);
  expect(order).toEqual(["gateway", "document"]);
});

describe("a document with hostile schemas", () => {
  test("has tools with schemas that can be read", async () => {
    const selves = Object.fromEntries(
      many(200, (index) => [`p${index}`, { $ref: "#/components/schemas/S" }]),
    );
    const schemas: Record<string, object> = {
      S: { type: "object", properties: selves },
      All: { allOf: [{ $ref: "#/components/schemas/All" }, { $ref: "#/components/schemas/S" }] },
      Large: { type: "object", description: "x".repeat(2_000_000) },
    };
    for (const index of many(5_000, (n) => n))
      schemas[`N${"-".repeat(index % 3)}${index}`] = { $ref: `#/components/schemas/N${index}` };
    const content = (type: string, schema: object) => ({ content: { [type]: { schema } } });
    const { listing, toolOf } = await list(
      json({
        components: { schemas },
        paths: {
          "/selves": {
            post: { requestBody: content("application/json", { $ref: "#/components/schemas/S" }) },
          },
          "/all": {
            post: { requestBody: content("multipart/form-data", { $ref: "#/components/schemas/All" }) },
          },
          "/names": {
            post: {
              requestBody: content("application/json", {
                anyOf: many(5_000, (index) => ({
                  $ref: `#/components/schemas/N${"-".repeat(index % 3)}${index}`,
                })),
              }),
            },
          },
          "/large": {
            post: { requestBody: content("application/json", { $ref: "#/components/schemas/Large" }) },
          },
          "/plain": { get: {} },
        },
      }),
    );
    for (const tool of listing.tools) {
      expect(JSON.stringify(toolOf(tool).inputSchema).length).toBeLessThan(1_000_000);
    }
    expect(listing.tools.map(({ path }) => path)).toContain("api.plain.get");
    expect(JSON.stringify(listing.oddities)).toContain("longer than 1 MB");
  });

  test("is listed without the operations that are too long", async () => {
    const { listing } = await list(
      json({ paths: { "/long": { get: { description: "x".repeat(2_000_000) } }, "/short": { get: {} } } }),
    );
    expect(listing.tools.map(({ operation }) => operation)).toEqual(["GET /short"]);
    expect(listing.oddities).toEqual([
      { name: "paths//long", flags: ["it is longer than 1 MB, and was left out"] },
    ]);
  });
});

test("a tool is made from the parts of the document that it needs, and from nothing else", async () => {
  const { listing, text, toolOf } = await list(
    json({
      paths: { "/a": { get: {} }, "/b": { get: {} } },
      components: { schemas: { Unused: { description: "never parsed" } } },
    }),
  );
  expect(text).toContain("never parsed");
  const [first] = listing.tools;
  expect(first && toolOf(first).request).toBe("GET https://api.example/a");
});

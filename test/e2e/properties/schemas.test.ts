import fc from "fast-check";
import { expect, test } from "vitest";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import { checkProperty, hostileText, propertyTimeoutMs } from "./property-run.ts";
import { addUpstream } from "./upstream-source.ts";

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>({ type: "string" }, true, false, null, 1, [], { type: "array" }, {}),
    fc.constantFrom<unknown>(
      { $ref: "#" },
      { $ref: "#/properties/a" },
      { $ref: "#/%E0%A4%A" },
      { $ref: "http://127.0.0.1:1/x" },
      { $dynamicRef: "#" },
    ),
    fc
      .dictionary(hostileText, tie("schema"), { maxKeys: 8 })
      .map((properties) => ({ type: "object", properties })),
    fc
      .array(tie("schema"), { maxLength: 6 })
      .chain((parts) =>
        fc.constantFrom("anyOf", "oneOf", "allOf", "prefixItems", "enum").map((key) => ({ [key]: parts })),
      ),
    tie("schema").map((items) => ({ type: "array", items })),
    fc.nat(40).map((count) => ({
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`p${index}`, { $ref: "#" }]),
      ),
    })),
    fc.constantFrom<unknown>(
      { type: "string", pattern: "(a+)+$" },
      { type: ["string", "null", "object"], required: "x", properties: 5 },
      { const: { __proto__: 1 } },
      { enum: Array.from({ length: 300 }, (_, index) => `v${index}`) },
    ),
    fc.nat(300).map((depth) => {
      let nested: unknown = {};
      for (let level = 0; level < depth; level += 1) nested = { type: "array", items: nested };
      return nested;
    }),
  ),
}));

test("any schema of a tool can be listed, read, checked against and called with", {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkProperty(fc.array(schema, { minLength: 1, maxLength: 5 }), 50, async (gateway) => {
    const toJson = (schemas: readonly unknown[]) =>
      JSON.stringify(
        schemas.map((inputSchema, index) => ({
          name: `tool_${index}`,
          description: "A tool",
          inputSchema:
            typeof inputSchema === "object" && inputSchema ? { type: "object", ...inputSchema } : inputSchema,
          outputSchema: inputSchema,
        })),
      );
    const { setTools } = await addUpstream(gateway, "shapes", "[]");
    return async (schemas) => {
      setTools(toJson(schemas));
      const refreshed = await requestAsCommand(gateway, "POST", "/sources/shapes/refresh");
      expect(refreshed.status).not.toBe(500);
      const listed = await requestAsCommand(gateway, "GET", "/tools?query=tool");
      expect(listed.status).toBe(200);
      const script = schemas
        .map((_, index) => `await tools.shapes.tool_${index}({}).catch(() => {});`)
        .join("\n");
      const ran = await requestAsCommand(gateway, "POST", "/agent/serve/run", {
        arguments: { script, check: true },
      });
      expect(ran.status).toBe(200);
      for (const index of schemas.keys()) {
        expect((await requestAsCommand(gateway, "GET", `/tools/shapes.tool_${index}`)).status).not.toBe(500);
      }
    };
  });
});

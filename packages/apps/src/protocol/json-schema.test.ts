import { afterAll, expect, test, vi } from "vitest";
import { STYLE_VARIABLE } from "../bridge/style-variables.ts";
import type { NotificationRow } from "./methods.ts";
import { findMismatch, type Shape } from "./shape.ts";

// `schema.json` says in JSON Schema what the package's schemas check; `vitest -u` regenerates it from the same shapes.

vi.mock("./schema.ts", () => ({
  createSchema: (shape: Shape) => toJsonSchema(shape),
  createMethodSchema: ({ method, params }: NotificationRow) => ({
    type: "object",
    properties: { method: { const: method }, params: toJsonSchema(params) },
    required: findMismatch(params, {}) ? ["method", "params"] : ["method"],
  }),
}));

// Other test files of this worker use the real module.
vi.resetModules();
const { contentOf, isContentBlock } = await import("./shapes.ts");
const { ...schemas } = await import("./schemas.ts");
afterAll(() => vi.resetModules());

function toJsonSchema(shape: Shape): object {
  if (shape === isContentBlock) return { $ref: "#/$defs/ContentBlock" };
  if (typeof shape === "function" || shape === "any") return {};
  if (typeof shape === "string") return shape.includes("|") ? { enum: shape.split("|") } : { type: shape };
  if (Array.isArray(shape)) return { type: "array", items: toJsonSchema(shape[0]) };
  const fields = Object.entries(shape);
  const required = fields.map(([key]) => key).filter((key) => !key.endsWith("?"));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([key, field]) => [key.replace("?", ""), toJsonSchema(field)])),
    ...(required.length > 0 && { required }),
  };
}

/** Types of the specification that the package needs no schema for. */
const withoutSchemas = {
  McpUiClientCapabilities: toJsonSchema({ "mimeTypes?": ["string"] }),
  McpUiStyleVariableKey: { type: "string", pattern: STYLE_VARIABLE.source },
  McpUiStyles: { type: "object", additionalProperties: { type: "string" } },
};

test("schema.json has every schema of the package", async () => {
  const named = Object.entries(schemas).map(([name, schema]) => [name.replace(/Schema$/, ""), schema]);
  const ContentBlock = {
    type: "object",
    properties: { type: { type: "string" } },
    required: ["type"],
    allOf: Object.entries(contentOf).map(([type, shape]) => ({
      if: { properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: toJsonSchema(shape),
    })),
  };
  const all = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "MCP Apps",
    $defs: { ContentBlock, ...Object.fromEntries(named), ...withoutSchemas },
  };
  await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot("../../schema.json");
});

import { expect, test } from "vitest";
import * as names from "./method-names.ts";
import * as methods from "./methods.ts";
import * as schemas from "./schemas.ts";

test("there are the 16 method names, each of the table", () => {
  const known = new Set<string>(Object.values(methods).map(({ method }) => method));
  expect(Object.keys(names)).toHaveLength(16);
  for (const name of Object.values(names)) expect(known).toContain(name);
});

test("a message's schema tells its method, and reads it and its params", () => {
  const schema = schemas.McpUiOpenLinkRequestSchema;
  const request = { method: "ui/open-link", params: { url: "https://a.example", extra: 1 } };
  expect(schema.shape.method.value).toBe("ui/open-link");
  expect(schema.parse(request)).toEqual(request);
  expect(schema.shape.params.safeParse(request.params)).toEqual({ success: true, data: request.params });
  expect(() => schema.parse({ ...request, params: { url: 1 } })).toThrow(
    "value.params.url is not of type string",
  );
  expect(schema.safeParse({ ...request, method: "ui/other" })).toMatchObject({ success: false });
  expect(schema["~standard"].validate({})).toEqual({ issues: [{ message: "value.method is not valid" }] });
});

test("params of which none are required may be left out", () => {
  expect(
    schemas.McpUiInitializedNotificationSchema.safeParse({ method: "ui/notifications/initialized" }).success,
  ).toBe(true);
  expect(schemas.McpUiOpenLinkRequestSchema.safeParse({ method: "ui/open-link" }).success).toBe(false);
});

test.each([
  [schemas.McpUiHostCapabilitiesSchema, { serverTools: { listChanged: true } }, { serverTools: true }],
  [schemas.McpUiToolMetaSchema, { resourceUri: "ui://a", visibility: ["app"] }, { visibility: ["all"] }],
  [schemas.McpUiResourceMetaSchema, { csp: { connectDomains: ["a"] } }, { csp: { connectDomains: [1] } }],
])("schema %#", (schema, good, bad) => {
  expect(schema.safeParse(good).success).toBe(true);
  expect(schema.safeParse(bad).success).toBe(false);
});

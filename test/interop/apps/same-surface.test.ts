import * as ours from "@toolshed/apps";
import * as oursBridge from "@toolshed/apps/app-bridge";
import * as oursServer from "@toolshed/apps/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { official, officialBridge, officialServer } from "../../peers/ext-apps-2.0-entries.ts";

// Code that changes the import finds every name again.

type Names = Record<string, unknown>;

const entries = [
  { entry: ".", theirs: official as Names, mine: ours as Names },
  { entry: "./app-bridge", theirs: officialBridge as Names, mine: oursBridge as Names },
  { entry: "./server", theirs: officialServer as Names, mine: oursServer as Names },
];

describe.each(entries)("$entry", ({ theirs, mine }) => {
  it("exports every value of the official entry", () => {
    expect(Object.keys(theirs).filter((name) => !(name in mine))).toEqual([]);
  });

  it("has the same constants", () => {
    const constants = Object.keys(theirs).filter((name) => /^[A-Z_]+$/.test(name));
    expect(constants.length).toBeGreaterThan(1);
    for (const name of constants) expect(mine[name], name).toEqual(theirs[name]);
  });
});

function membersOf(Class: new (...args: never[]) => object, instance: object): string[] {
  const names = new Set(Object.keys(instance));
  for (let proto = Class.prototype; proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
    for (const name of Object.getOwnPropertyNames(proto)) names.add(name);
  }
  return [...names].filter((name) => !name.startsWith("_")).sort();
}

// Protected or private in the official declarations.
const internal = [
  "assertCanSetRequestHandler",
  "assertCapabilityForMethod",
  "assertNotificationCapability",
  "assertRequestHandlerCapability",
  "buildContext",
  "ensureToolHandlersInitialized",
  "eventSchemas",
  "getEventHandler",
  "options",
  "registerAppCapabilities",
  "replaceRequestHandler",
  "setEventHandler",
  "warnIfRequestHandlerReplaced",
];

const info = { name: "x", version: "1.0.0" };

it("App has every public member of the official one", () => {
  const theirs = membersOf(official.App, new official.App(info));
  const mine = new ours.App(info);
  expect(theirs.filter((name) => !internal.includes(name) && !(name in mine))).toEqual([]);
});

it("AppBridge has every public member of the official one", () => {
  const theirs = membersOf(officialBridge.AppBridge, new officialBridge.AppBridge(null, info, {}));
  const mine = new oursBridge.AppBridge(null, info, {});
  expect(theirs.filter((name) => !internal.includes(name) && !(name in mine))).toEqual([]);
});

interface AnySchema {
  shape?: { method?: { value: string }; params?: AnySchema };
  safeParse(value: unknown): { success: boolean };
}

const content = [{ type: "text", text: "x" }];

/** For each schema, values it takes and values it refuses. */
const samples: Record<string, { good: unknown[]; bad: unknown[] }> = {
  McpUiThemeSchema: { good: ["light", "dark"], bad: ["blue", 1, null] },
  McpUiDisplayModeSchema: { good: ["inline", "fullscreen", "pip"], bad: ["sideways", {}] },
  McpUiToolVisibilitySchema: { good: ["model", "app"], bad: ["user", 3] },
  McpUiOpenLinkRequestSchema: {
    good: [{ method: "ui/open-link", params: { url: "https://example.com/" } }],
    bad: [{ method: "ui/open-link", params: {} }, { method: "ui/message", params: { url: "x" } }, "x"],
  },
  McpUiMessageRequestSchema: {
    good: [{ method: "ui/message", params: { role: "user", content } }],
    bad: [{ method: "ui/message", params: { role: "user", content: "x" } }, { method: "ui/message" }],
  },
  McpUiSizeChangedNotificationSchema: {
    good: [{ method: "ui/notifications/size-changed", params: { width: 1 } }],
    bad: [{ method: "ui/notifications/size-changed", params: { width: "1" } }],
  },
  McpUiToolResultNotificationSchema: {
    good: [{ method: "ui/notifications/tool-result", params: { content } }],
    bad: [{ method: "ui/notifications/tool-result", params: { content: 1 } }],
  },
  McpUiInitializeRequestSchema: {
    good: [{ method: "ui/initialize", params: { protocolVersion: "1", appInfo: info, appCapabilities: {} } }],
    bad: [{ method: "ui/initialize", params: {} }],
  },
  McpUiHostContextSchema: {
    good: [{}, { theme: "dark", locale: "en" }, { "x-own": 1 }],
    bad: [{ theme: 1 }, []],
  },
  McpUiResourceCspSchema: {
    good: [{}, { connectDomains: ["https://a.example"] }],
    bad: [{ connectDomains: "x" }],
  },
  McpUiToolMetaSchema: {
    good: [{}, { resourceUri: "ui://a", visibility: ["app"] }],
    bad: [{ resourceUri: 1 }, { visibility: ["everyone"] }],
  },
};

const schemaNames = Object.keys(official).filter((name) => name.endsWith("Schema"));

it("every schema names the same method", () => {
  const methodOf = (names: Names, name: string) => (names[name] as AnySchema).shape?.method?.value;
  expect(schemaNames.length).toBe(36);
  for (const name of schemaNames)
    expect(methodOf(ours as Names, name), name).toBe(methodOf(official as Names, name));
});

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(Object.entries(samples))("%s takes and refuses the same", (name, { good, bad }) => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const verdict = (names: Names) =>
    [...good, ...bad].map((sample) => (names[name] as AnySchema).safeParse(sample).success);
  const expected = [...good.map(() => true), ...bad.map(() => false)];
  expect(verdict(official as Names)).toEqual(expected);
  expect(verdict(ours as Names)).toEqual(expected);
});

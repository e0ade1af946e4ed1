import { isObject } from "../../json/json-object.ts";
import type { Shape } from "./shape.ts";
import type { Era } from "./versions.ts";

/** A row of the one table of the protocol: a request of a client, which revisions have it, and its params. */
export interface MethodRow {
  readonly eras: readonly Era[];
  readonly params: Shape;
  /** The capability that a server needs for it. Absent if every server has it. */
  readonly capability?: "tools" | "resources" | "prompts" | "completions" | "logging";
  /** The param that the header `Mcp-Name` repeats. */
  readonly repeats?: "name" | "uri";
  /** Its results say how long clients may cache them. */
  readonly isCacheable?: true;
  /** A question may take the place of its result. */
  readonly mayAsk?: true;
}

const both: readonly Era[] = ["legacy", "modern"];
const legacy: readonly Era[] = ["legacy"];
const modern: readonly Era[] = ["modern"];

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
export const isLevel = (value: unknown): boolean => typeof value === "string" && levels.includes(value);

export const implementation: Shape = { name: "string", version: "string", "title?": "string" };
export const capabilities: Shape = (value) =>
  isObject(value) && Object.values(value).every((one) => isObject(one) || one === undefined);

export const initializing: Shape = { protocolVersion: "string", capabilities, clientInfo: implementation };
const paged: Shape = { "cursor?": "string" };
const retried = { "inputResponses?": "object", "requestState?": "string" } as const;
const ofResource: Shape = { uri: "string" };

const rows: { readonly [method: string]: MethodRow } = {
  initialize: { eras: legacy, params: initializing },
  ping: { eras: legacy, params: {} },
  "server/discover": { eras: modern, params: {}, isCacheable: true },
  "subscriptions/listen": {
    eras: modern,
    params: {
      notifications: {
        "toolsListChanged?": "boolean",
        "promptsListChanged?": "boolean",
        "resourcesListChanged?": "boolean",
        "resourceSubscriptions?": ["string"],
      },
    },
  },
  "tools/list": { eras: both, params: paged, capability: "tools", isCacheable: true },
  "tools/call": {
    eras: both,
    params: { name: "string", "arguments?": "object", ...retried },
    capability: "tools",
    repeats: "name",
    mayAsk: true,
  },
  "resources/list": { eras: both, params: paged, capability: "resources", isCacheable: true },
  "resources/templates/list": { eras: both, params: paged, capability: "resources", isCacheable: true },
  "resources/read": {
    eras: both,
    params: { uri: "string", ...retried },
    capability: "resources",
    repeats: "uri",
    isCacheable: true,
    mayAsk: true,
  },
  "resources/subscribe": { eras: legacy, params: ofResource, capability: "resources" },
  "resources/unsubscribe": { eras: legacy, params: ofResource, capability: "resources" },
  "prompts/list": { eras: both, params: paged, capability: "prompts", isCacheable: true },
  "prompts/get": {
    eras: both,
    params: { name: "string", "arguments?": "object", ...retried },
    capability: "prompts",
    repeats: "name",
    mayAsk: true,
  },
  "completion/complete": {
    eras: both,
    params: { ref: { type: "string" }, argument: { name: "string", value: "string" } },
    capability: "completions",
  },
  "logging/setLevel": { eras: legacy, params: { level: isLevel }, capability: "logging" },
};

/** A map, because every object has properties such as `constructor`. */
export const methods: ReadonlyMap<string, MethodRow> = new Map(Object.entries(rows));

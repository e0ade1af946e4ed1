import type { Case } from "./case.ts";
import type { Pairing, Version } from "./pairings.ts";

/** Where a published version behaves otherwise than the table of cases says, and why. */
export interface Difference {
  /** How the names of its cases start. */
  cases: string;
  /** What their names also contain. */
  and?: string;
  view?: readonly Version[];
  host?: readonly Version[];
  outcome: unknown;
  reason: string;
}

const official = ["0.4", "1.7", "2.0"] as const;
const beforeV2 = ["0.4", "1.7"] as const;
const v0 = ["0.4"] as const;

const clientInfo = { name: "view", version: "1.2.3" };
function unknownToHostsOfV0(method: string): Difference[] {
  const reason = `A host of 0.4 does not know ${method}.`;
  const unknown = { code: -32601, message: "Method not found" };
  return [
    { cases: `request ${method}: arrives`, host: v0, outcome: unknown, reason },
    { cases: `request ${method}: a handler that throws`, host: v0, outcome: unknown, reason },
    { cases: `request ${method}: an error with a code`, host: v0, outcome: unknown, reason },
    {
      cases: `request ${method}: the View's abort`,
      view: official,
      host: v0,
      outcome: { view: false, cancelled: [true] },
      reason: `${reason} The official View cancels even what has failed.`,
    },
    {
      cases: `request ${method}: the View's abort`,
      host: v0,
      outcome: { view: false, cancelled: [] },
      reason,
    },
  ];
}

const listenerEvents = {
  view: ["tool-input to", "tool-input-partial", "tool-result", "tool-cancelled", "host-context-changed"],
  host: ["size-changed", "request-teardown", "sandbox-proxy-ready"],
};

export const knownDifferences: Difference[] = [
  {
    cases: "handshake: what the View sends",
    view: v0,
    outcome: [
      {
        jsonrpc: "2.0",
        method: "ui/initialize",
        params: { protocolVersion: "2025-11-21", appInfo: clientInfo, appCapabilities: {} },
      },
      { jsonrpc: "2.0", method: "ui/notifications/initialized" },
    ],
    reason: "0.4 speaks an earlier revision; no host refuses it.",
  },
  {
    cases: "handshake: what the host answers",
    host: v0,
    outcome: [
      {
        jsonrpc: "2.0",
        result: {
          protocolVersion: "2025-11-21",
          hostInfo: { name: "host", version: "4.5.6" },
          hostCapabilities: {},
          hostContext: {},
        },
      },
    ],
    reason: "0.4 speaks an earlier revision; no View refuses it.",
  },
  {
    cases: "handshake: a View that speaks another version",
    host: v0,
    outcome: "2025-11-21",
    reason: "0.4 speaks an earlier revision.",
  },
  {
    cases: "handshake: an unknown style variable",
    view: official,
    outcome: "rejected",
    reason: "The official View knows 76 style variables and refuses a host that sends another.",
  },
  {
    cases: "host context: an unknown style variable",
    view: official,
    outcome: {},
    reason: "The official View drops a change that has a style variable it does not know.",
  },
  {
    cases: "handshake: a host capability unknown",
    view: official,
    outcome: {},
    reason: "The official View forgets capabilities it does not know.",
  },
  {
    cases: "handshake: a View capability unknown",
    host: official,
    outcome: {},
    reason: "The official host forgets capabilities it does not know.",
  },
  {
    cases: "handshake: experimental capabilities of the host",
    view: v0,
    outcome: { experimental: {} },
    reason: "A View of 0.4 forgets what is inside.",
  },
  {
    cases: "handshake: experimental capabilities of the View",
    host: v0,
    outcome: { experimental: {} },
    reason: "A host of 0.4 forgets what is inside.",
  },
  ...unknownToHostsOfV0("sampling/createMessage"),
  ...unknownToHostsOfV0("ui/download-file"),
  {
    cases: "request tools/call: a name instead",
    view: v0,
    outcome: false,
    reason: "A View of 0.4 sends what it was given, and a malformed request gets no answer.",
  },
  {
    cases: "request: wrong parameters",
    host: beforeV2,
    outcome: { reached: [], codes: [-32603, -32603, -32603] },
    reason: "Before 2.0 a parse error is an internal error.",
  },
  ...listenerEvents.view.map(
    (event): Difference => ({
      cases: `notification ui/notifications/${event}`,
      and: "then every listener",
      view: v0,
      outcome: "no listeners",
      reason: "A View of 0.4 has no addEventListener.",
    }),
  ),
  ...["notifications/message", ...listenerEvents.host.map((event) => `ui/notifications/${event}`)].map(
    (method): Difference => ({
      cases: `notification ${method}`,
      and: "then every listener",
      host: v0,
      outcome: "no listeners",
      reason: "A host of 0.4 has no addEventListener.",
    }),
  ),
  {
    cases: "notification ui/notifications/request-teardown",
    host: v0,
    outcome: [],
    reason: "A host of 0.4 does not know this notification.",
  },
  {
    cases: "teardown: asked for by the View",
    host: v0,
    outcome: "unknown to the host",
    reason: "A host of 0.4 does not know ui/notifications/request-teardown.",
  },
  {
    cases: "host context: after setHostContext",
    host: official,
    outcome: { view: { theme: "light", locale: "fr" }, again: { locale: "fr" } },
    reason: "The official host forgets the keys it was not given again, while the View keeps them.",
  },
  {
    cases: "teardown: a View without a handler",
    view: official,
    outcome: { code: -32601, message: "Method not found" },
    reason: "The official View answers only if it has a handler.",
  },
  {
    cases: "cancellation: the host can cancel the very first",
    view: beforeV2,
    host: beforeV2,
    outcome: "runs on",
    reason: "Before 2.0 a View takes request 0, the first of an official host, for no request.",
  },
  {
    cases: "handlers by method: the View serves",
    view: beforeV2,
    outcome: "refused",
    reason: "Before 2.0 a View takes handlers only for methods it knows.",
  },
  {
    cases: "app tools: a list of plain names",
    view: v0,
    host: v0,
    outcome: [null, null],
    reason: "A View of 0.4 sends bare names; only our host makes tools of them.",
  },
  {
    cases: "app tools: a list of plain names",
    view: ["1.7", "2.0"],
    host: ["1.7", "2.0"],
    outcome: "rejected",
    reason: "From 1.7 on the official host accepts full definitions only.",
  },
  {
    cases: "app tools: the list comes in pages",
    host: ["ours"],
    outcome: [
      {
        tools: [
          { name: "a", inputSchema: { type: "object" } },
          { name: "b", inputSchema: { type: "object" } },
        ],
      },
      { tools: [{ name: "b", inputSchema: { type: "object" } }] },
    ],
    reason: "Without a cursor our host reads all pages; one that asks for a page gets that page.",
  },
  {
    cases: "app tools: a call without arguments",
    view: official,
    outcome: null,
    reason: "The official View hands on the missing arguments as undefined.",
  },
  {
    cases: "app tools, registered:",
    view: v0,
    outcome: "no registry",
    reason: "A View of 0.4 has no registerTool.",
  },
  {
    cases: "app tools, registered: several changes",
    view: official,
    outcome: 4,
    reason: "The official View announces every change separately.",
  },
  {
    cases: "app tools, registered: a tool can be given another name",
    view: official,
    outcome: [["old"], "Tool new not found", null],
    reason: "The official registry cannot rename a tool.",
  },
  {
    cases: "app tools, registered: the static handlers",
    view: official,
    outcome: [["a"], "registered a", "Tool b not found"],
    reason: "The first registered tool of the official View replaces the static handlers.",
  },
  {
    cases: "handlers by method, 2.x form",
    host: beforeV2,
    outcome: "refused",
    reason: "The form came with 2.0.",
  },
  {
    cases: "robustness: a host that answers the handshake without",
    view: official,
    outcome: "rejected",
    reason: "The official View wants every field, though a host made by hand may have nothing to say in it.",
  },
  {
    cases: "robustness: a new kind of content",
    view: official,
    outcome: [],
    reason: "The official View drops a result with content it does not know.",
  },
  {
    cases: "robustness: an answer that cannot be sent",
    host: official,
    outcome: "no answer",
    reason: "The official host reports the error to itself and leaves the View waiting.",
  },
  {
    cases: "robustness: the View refuses to listen",
    view: v0,
    outcome: "no listeners",
    reason: "A View of 0.4 has no addEventListener.",
  },
  {
    cases: "robustness: the host refuses to listen",
    host: v0,
    outcome: "no listeners",
    reason: "A host of 0.4 has no addEventListener.",
  },
  {
    cases: "robustness: the View's handlers can be read back",
    view: v0,
    outcome: [false, true],
    reason: "In 0.4 handlers can only be set.",
  },
  {
    cases: "robustness: the host's handlers can be read back",
    host: v0,
    outcome: [false, true],
    reason: "In 0.4 handlers can only be set.",
  },
  {
    cases: "strict: asking before the handshake",
    view: v0,
    outcome: [false, false, false, false, false],
    reason: "0.4 has no strict mode.",
  },
  {
    cases: "strict: a handler for what has been sent",
    view: v0,
    outcome: [false, false],
    reason: "0.4 has no strict mode.",
  },
  {
    cases: "auto-resize: the View's size is told",
    view: v0,
    outcome: [{ width: 0, height: 120 }],
    reason: "A View of 0.4 measures the width of what it shows, not of its frame.",
  },
  {
    cases: "auto-resize: it is on by default",
    view: official,
    outcome: 0,
    reason: "In the official View any options without autoResize turn it off.",
  },
  {
    cases: "auto-resize: close ends it",
    view: official,
    outcome: { failures: 1, sent: 0 },
    reason: "The official View keeps observing after close, and fails to send.",
  },
  {
    cases: "auto-resize: a page that fills its frame",
    view: official,
    outcome: { height: 40, settled: true },
    reason: "The official View measures such a page by its content, and its frame collapses to that.",
  },
];

export function differenceOf(pairing: Pairing, { name }: Case): Difference | undefined {
  return knownDifferences.find(
    ({ cases, and, view, host }) =>
      name.startsWith(cases) &&
      (and === undefined || name.includes(and)) &&
      (view?.includes(pairing.view) ?? true) &&
      (host?.includes(pairing.host) ?? true),
  );
}

import { expect, test } from "vitest";
import { ann as caller } from "../../../../test/fixtures/caller.ts";
import { team } from "../credential/connections.ts";
import { type AuthorizedTool, authorize } from "./authorize.ts";
import type { Caller } from "./caller.ts";

const tool: AuthorizedTool = { path: "notes.list", readOnly: true };
/** A tool of an open View. */
const live: AuthorizedTool = { path: "views.board_k7m2q.get_selection", readOnly: true };
const changing: AuthorizedTool = { ...live, readOnly: false };
const someViews = { scope: { readOnly: false, allow: ["views.**"] } };
const visibleTo = (...visibility: string[]) => ({ meta: { ui: { visibility } } });

const accessOf = (
  by: Partial<Caller>,
  to: Partial<AuthorizedTool> = {},
  facts: { isAllowed?: boolean; connections?: readonly string[] } = {},
) => {
  const { isAllowed = true, connections = [] } = facts;
  const isConnected = (provider: string, name = "default") => connections.includes(`${provider} ${name}`);
  const decide = authorize({ ...caller, ...by }, { isAllowed: () => isAllowed, isConnected });
  return decide({ ...tool, ...to });
};

test.each([
  ["open", {}, {}, {}],
  ["hidden", {}, {}, { isAllowed: false }],
  ["open", { scope: { readOnly: true } }, {}, {}],
  ["hidden", { scope: { readOnly: true } }, { readOnly: false }, {}],
  ["hidden", { scope: { readOnly: false, allow: ["mail.**"] } }, {}, {}],
  ["open", { pins: ["notes.list"] }, {}, {}],
  ["hidden", { pins: ["notes.list"] }, { path: "notes.listing" }, {}],
  ["hidden", { pins: [] }, {}, {}],
  ["open", { pins: ["notes.list"], viewSource: "notes", readsPage: true }, { path: "notes.resources" }, {}],
  ["hidden", { pins: ["notes.list"], viewSource: "notes", readsPage: true }, { path: "notes.prompts" }, {}],
  ["hidden", { pins: ["notes.list"], viewSource: "notes", readsPage: true }, { path: "mail.resources" }, {}],
  ["hidden", { pins: ["notes.list"], viewSource: "notes" }, { path: "notes.resources" }, {}],
  ["open", { viewSource: "notes" }, { path: "notes.resources" }, {}],
  ["open", { viewSource: "notes", audience: "app" }, { path: "notes.poll", ...visibleTo("app") }, {}],
  ["hidden", { viewSource: "notes", audience: "app" }, { path: "mail.poll", ...visibleTo("app") }, {}],
  ["hidden", { viewSource: "notes", audience: "app" }, { path: "notesx.poll" }, {}],
  ["open", { listsAll: true }, {}, {}],
  ["hidden", { listsAll: true }, {}, { isAllowed: false }],
  ["open", { source: "notes" }, {}, {}],
  ["hidden", { source: "note" }, {}, {}],
  ["hidden", { source: "notes", pins: ["mail.list"] }, { path: "mail.list" }, {}],
  ["hidden", {}, visibleTo("app"), {}],
  ["hidden", {}, visibleTo(), {}],
  ["open", {}, visibleTo("model", "app"), {}],
  ["open", { audience: "app" }, visibleTo("app"), {}],
  ["hidden", { audience: "app" }, visibleTo("model"), {}],
  ["open", { audience: "app" }, {}, {}],
  ["open", { audience: "host" }, visibleTo("app"), {}],
  ["open", { audience: "person" }, visibleTo("app"), {}],
  ["quarantined", {}, { quarantined: "It has changed." }, {}],
  ["hidden", { pins: ["mail.list"] }, { quarantined: "It has changed." }, {}],
  ["unconnected", {}, { authProvider: "mail" }, {}],
  ["open", {}, { authProvider: "mail" }, { connections: ["mail default"] }],
  [
    "unconnected",
    { connections: { mail: "work" } },
    { authProvider: "mail" },
    { connections: ["mail default"] },
  ],
  ["open", { connections: { mail: "work" } }, { authProvider: "mail" }, { connections: ["mail work"] }],
  ["hidden", {}, { authProvider: "mail", quarantined: "It has changed." }, {}],
  ["hidden", { userId: team }, { serviceAccountAllowed: false }, {}],
  ["open", { userId: team }, {}, {}],
  // Ann's View was shown through the endpoint e1, and her other one in the dashboard.
  ["open", { endpointId: "e1" }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["open", { endpointId: "e2" }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["open", { endpointId: "e2", listsAll: true }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["open", { audience: "person" }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["open", { endpointId: "e2" }, { ...live, owner: { userId: "ann" } }, {}],
  ["open", { endpointId: "e1", ...someViews }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["hidden", { endpointId: "e2", ...someViews }, { ...live, owner: { userId: "ann", endpointId: "e1" } }, {}],
  ["hidden", { endpointId: "e2", ...someViews }, { ...live, owner: { userId: "ann" } }, {}],
  [
    "hidden",
    { endpointId: "e2", pins: [live.path] },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  [
    "hidden",
    { endpointId: "e2", source: "views" },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  [
    "hidden",
    { endpointId: "e1" },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    { isAllowed: false },
  ],
  [
    "hidden",
    { endpointId: "e1", scope: { readOnly: true } },
    { ...changing, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  ["hidden", { userId: "bob", role: "owner" }, { ...live, owner: { userId: "ann" } }, {}],
  [
    "hidden",
    { userId: "bob", endpointId: "e1" },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  [
    "hidden",
    { endpointId: "e1", audience: "app", viewSource: "views", viewPath: "views.board_k7m2q.set" },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  [
    "open",
    { endpointId: "e1", audience: "app", viewSource: "views", viewPath: live.path },
    { ...live, owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  [
    "hidden",
    { userId: "bob", audience: "app", viewSource: "views", viewPath: live.path },
    { ...live, owner: { userId: "ann" } },
    {},
  ],
  [
    "hidden",
    { endpointId: "e1", audience: "model" },
    { ...live, ...visibleTo("app"), owner: { userId: "ann", endpointId: "e1" } },
    {},
  ],
  ["open", { userId: team, endpointId: "e1" }, { ...live, owner: { userId: team, endpointId: "e1" } }, {}],
  ["hidden", { userId: team, endpointId: "e2" }, { ...live, owner: { userId: team, endpointId: "e1" } }, {}],
] as const)("%s: a caller with %j, a tool with %j and %j", (access, by, to, facts) => {
  expect(accessOf(by, to, facts)).toBe(access);
});

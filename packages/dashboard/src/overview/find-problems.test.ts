import { expect, test } from "vitest";
import { findProblems, type Situation } from "./find-problems.ts";

const now = Date.UTC(2026, 10, 18);
const dayMs = 24 * 60 * 60 * 1000;
const none: Situation = { approvals: [], sources: [], providers: [], endpoints: [] };
const source = { id: "files", kind: "mcp", state: "running", reason: null, toolCount: 12, changes: [] };
const change = (name: string, waiting = true) => ({ name, kind: "changed", waiting, details: [] });
const provider = { id: "granola", name: "Granola", owner: "person", personal: [], team: [], type: "key" };
const account = { name: "default", kind: "key", expiresAt: null, needsReconnect: false, lastError: null };
const endpoint = (expiresAt: number | null) => ({ name: "Phone", expiresAt });
const stats = (failed: number) => ({ from: 1_000, total: { calls: 50, failed, p95Ms: null } });

test.each<[string, object, readonly object[]]>([
  ["nothing", {}, []],
  [
    "a call that waits",
    { approvals: [{ id: "a1", path: "samples.notes.delete" }] },
    [
      {
        text: "A call of samples.notes.delete waits for your approval",
        link: { to: "/approvals/$id", params: { id: "a1" } },
      },
    ],
  ],
  [
    "several that wait",
    { approvals: ["b", "c"].map((id) => ({ id, path: `x.${id}` })) },
    [{ text: "2 calls wait for your approval", detail: "x.b, x.c", link: { to: "/approvals" } }],
  ],
  [
    "a server that fails",
    { sources: [{ ...source, state: "failed", reason: "ended with exit code 1" }] },
    [
      {
        text: "files isn’t working",
        detail: "12 tools affected. It ended with exit code 1",
        link: { to: "/sources/$id", params: { id: "files" } },
      },
    ],
  ],
  ["a server that starts when needed", { sources: [{ ...source, state: "stopped" }] }, []],
  [
    "a tool that is quarantined, with its View",
    { sources: [{ ...source, changes: [change("write"), { ...change("write"), view: true }] }] },
    [{ text: "1 tool of files needs your review", detail: "Quarantined since it changed: write" }],
  ],
  [
    "many that are",
    { sources: [{ ...source, changes: ["a", "b", "c", "d", "e"].map((name) => change(name)) }] },
    [
      {
        text: "5 tools of files need your review",
        detail: "Quarantined since they changed: a, b, c and 2 more",
      },
    ],
  ],
  [
    "some that are, among other changes",
    {
      sources: [{ ...source, changes: [change("write"), change("read", false), change("list", false)] }],
    },
    [
      {
        text: "1 tool of files needs your review, and 2 more changed",
        detail: "Quarantined since it changed: write",
      },
    ],
  ],
  ["changes that are open", { sources: [{ ...source, changes: [change("read", false)] }] }, []],
  [
    "a connection that ended",
    { providers: [{ ...provider, personal: [{ ...account, needsReconnect: true }] }] },
    [{ text: "Granola needs reconnecting", isBroken: true }],
  ],
  [
    "a key that expires",
    { providers: [{ ...provider, personal: [{ ...account, expiresAt: now + 6 * dayMs }] }] },
    [{ text: "Granola: expires soon", link: { to: "/connections", search: { q: "Granola" } } }],
  ],
  [
    "an endpoint that expires",
    { endpoints: [endpoint(now + 5 * dayMs)] },
    [{ text: "The endpoint Phone expires soon", detail: "Its token works for 5 days more." }],
  ],
  ["one that has expired", { endpoints: [endpoint(now - 1)] }, [{ text: "The endpoint Phone has expired" }]],
  ["endpoints that last", { endpoints: [endpoint(null), endpoint(now + 8 * dayMs)] }, []],
  ["two calls that failed", { stats: stats(2) }, []],
  [
    "more",
    { stats: stats(5) },
    [
      {
        text: "5 calls failed in the last day",
        detail: "10 % of 50 calls",
        link: { to: "/activity", search: { outcome: "problem", from: 1_000 } },
      },
    ],
  ],
])("finds %s", (_, situation, problems) => {
  expect(findProblems({ ...none, ...situation } as Situation, now)).toMatchObject(problems);
});

import { expect, test } from "vitest";
import { createDocumentSupport, type DocumentProblem } from "./document-support.ts";

const ours = "https://app.example/client.json";
const problem = (cause: DocumentProblem["cause"]): DocumentProblem => ({ cause, reason: "test" });

function supportOf(setting?: string) {
  const state = { online: true, probes: 0, at: 0 };
  const support = createDocumentSupport(
    { TOOLSHED_CLIENT_DOCUMENTS: setting },
    async () => {
      state.probes++;
      return state.online;
    },
    () => state.at,
  );
  return { state, support };
}

test("stops advertising client documents once nothing on the internet answers", async () => {
  const { state, support } = supportOf();
  expect(support.isAdvertised()).toBe(true);
  state.online = false;
  await support.failed(ours, problem("dns"));
  expect(support.isAdvertised()).toBe(false);
  expect(support.problemOf(ours)?.cause).toBe("offline");
});

test.each(["dns", "timeout", "connection", "certificate"] as const)(
  "keeps advertising them after a %s failure of one host",
  async (cause) => {
    const { state, support } = supportOf();
    await support.failed(ours, problem(cause));
    expect(support.isAdvertised()).toBe(true);
    expect(support.problemOf(ours)?.cause).toBe(cause);
    expect(state.probes).toBe(1);
  },
);

test.each(["status", "content", "private"] as const)(
  "doesn't count a %s failure as offline",
  async (cause) => {
    const { state, support } = supportOf();
    state.online = false;
    await support.failed(ours, problem(cause));
    expect(support.isAdvertised()).toBe(true);
    expect(support.problemOf(ours)?.cause).toBe(cause);
    expect(state.probes).toBe(0);
  },
);

test("advertises them again once the internet can be reached", async () => {
  const { state, support } = supportOf();
  state.online = false;
  await support.failed(ours, problem("timeout"));
  state.online = true;
  state.at = 59_999;
  expect(support.isAdvertised()).toBe(false);
  expect(state.probes).toBe(1);
  state.at = 60_000;
  expect(support.isAdvertised()).toBe(false);
  await expect.poll(() => support.isAdvertised()).toBe(true);
});

test("advertises them again once a document was loaded", async () => {
  const { state, support } = supportOf();
  state.online = false;
  await support.failed(ours, problem("timeout"));
  support.succeeded(ours);
  expect(support.isAdvertised()).toBe(true);
  expect(support.problemOf(ours)).toBeUndefined();
});

test("probes at most once a minute, however many documents fail", async () => {
  const { state, support } = supportOf();
  for (let count = 0; count < 250; count++) await support.failed(`${ours}?${count}`, problem("dns"));
  expect(state.probes).toBe(1);
  expect(support.problemOf(`${ours}?149`)).toBeUndefined();
  expect(support.problemOf(`${ours}?150`)).toBeDefined();
});

test("can be turned off", () => {
  expect(supportOf("on").support.isAdvertised()).toBe(true);
  expect(supportOf("off").support.isAdvertised()).toBe(false);
  expect(() => supportOf("maybe")).toThrow('TOOLSHED_CLIENT_DOCUMENTS must be "on" or "off", not "maybe".');
});

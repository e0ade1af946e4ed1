import { expect, test } from "vitest";
import { ann } from "../../../../test/fixtures/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Visibility } from "../catalog/visibility.ts";
import { createLog } from "../log/log.ts";
import type { Caller } from "../policy/caller.ts";
import type { CallRecord } from "../record/call-record.ts";
import { nobodyToAsk, type Upstream, UpstreamError } from "../source/source.ts";
import type { NewCallEntry } from "../store/call-rows.ts";
import { neverCancelled } from "../work/cancellation.ts";
import { createForward, type ForwardParts } from "./create-forward.ts";
import { Recorder } from "./recorder.ts";

const caller: Caller = { ...ann, userId: "u", role: "owner", via: "test" };
const secret = "header-0123456789";

function setUp(answer: () => unknown, isVisible: () => boolean = () => true) {
  const entries: NewCallEntry[] = [];
  const lines: string[] = [];
  const upstream = {
    async request(_method, _params, call) {
      call.conceal(secret);
      return answer() as never;
    },
  } as Partial<Upstream>;
  const record: Partial<CallRecord> = {
    append: async (entry) => {
      entries.push(entry);
    },
  };
  const log = createLog((line) => lines.push(line));
  const { request } = createForward({
    catalog: { source: (id: string) => (id === "notes" ? { upstream } : undefined) } as unknown as Catalog,
    visibility: (async () => ({ caller, isVisible })) as unknown as Visibility,
    recorder: new Recorder(record as CallRecord, log),
    log,
    timeoutMs: 1_000,
    isTeam: async () => false,
  } as Partial<ForwardParts> as ForwardParts);
  const read = (source = "notes") =>
    request({
      ...{ caller, client: "unit test", source, method: "resources/read", params: { uri: secret } },
      ...{ signal: neverCancelled, elicit: nobodyToAsk },
    });
  return { read, entries, lines };
}

const fail = (error: unknown) => () => {
  throw error;
};

test("gives what the server answers, and records it, both without secrets", async () => {
  const { read, entries } = setUp(() => ({ contents: [`Bearer ${secret}`] }));
  expect(await read()).toEqual({ kind: "ok", result: { contents: ["Bearer [redacted]"] } });
  expect(entries).toMatchObject([
    { path: "notes.resources", outcome: "ok", arguments: '{"uri":"[redacted]"}', via: "test" },
  ]);
});

test("an error of the server keeps its code and its message, without secrets", async () => {
  const { read, entries } = setUp(fail(new UpstreamError(-32042, `Visit ?key=${secret}`)));
  const message = "Visit ?key=[redacted]";
  expect(await read()).toMatchObject({ kind: "failed", message, error: { code: -32042, message } });
  expect(entries).toMatchObject([{ outcome: "failed", resultBytes: 0 }]);
});

test("refuses with a code what the caller may not use, and what does not exist", async () => {
  expect(
    await setUp(
      () => ({}),
      () => false,
    ).read(),
  ).toMatchObject({ kind: "refused", code: "denied" });
  expect(await setUp(() => ({})).read("other")).toMatchObject({
    kind: "refused",
    code: "not_found",
    message: "Source not found: other",
  });
});

test("an answer that is too large fails", async () => {
  const { read } = setUp(() => ({ text: "x".repeat(11 * 1024 * 1024) }));
  expect(await read()).toEqual({ kind: "failed", message: "The answer is over 10 MB." });
});

test("an error of our own code is an id for the caller, and details in the log", async () => {
  const { read, lines } = setUp(() => ({}), fail(new Error("no such table: role")));
  const outcome = await read();
  expect(outcome).toEqual({ kind: "failed", message: expect.stringMatching(/^internal error \(.{36}\)$/) });
  const { message } = outcome as { message: string };
  expect(lines).toContainEqual(expect.stringContaining(`${message}: Error: no such table: role`));
});

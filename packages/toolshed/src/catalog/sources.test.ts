import { expect, onTestFinished, test } from "vitest";
import type { Credentials } from "../credential/credentials.ts";
import { openVault } from "../credential/vault.ts";
import { createLog } from "../log/log.ts";
import type { OpenOptions, SourceKind } from "../source/source-kind.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createCatalog } from "./catalog.ts";
import { Sources } from "./sources.ts";

test("why a server's connection ended stays in its status, also after a restart, and is logged once", async () => {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  let end: OpenOptions["onEnd"];
  const kind: SourceKind = {
    check: (config) => ({ config, secrets: {} }),
    change: (_record, config) => ({ config, secrets: {} }),
    secretNames: () => ({ env: [], headers: [] }),
    destination: () => "",
    inspect: async ({ config }) => ({ config, found: [] }),
    async open(record, options) {
      end = options.onEnd;
      return {
        source: { id: record.id, tools: [] },
        providers: [],
        status: {
          target: "",
          state: "running",
          reason: null,
          restarts: 1,
          stderr: [],
          changes: [],
          flags: [],
        },
        snapshots: {},
        reviewed: () => ({}),
        update: async () => {},
        find: async () => [],
        close: async () => {},
      };
    },
  };
  const lines: string[] = [];
  const start = async () =>
    Sources.open({
      store,
      vault: await openVault(store, "secret"),
      catalog: createCatalog([]),
      credentials: {
        connectedTo: async () => ({ has: () => false }),
        onConnected() {},
      } as unknown as Credentials,
      providers: new Map(),
      kinds: { mcp: async () => kind },
      log: createLog((line) => lines.push(line)),
    });
  const sources = await start();
  await sources.add({ id: "files", kind: "mcp", config: {} }, "ann");
  expect(sources.find("files")).toMatchObject({ lastReason: null, lastReasonAt: null });
  end?.("was cut off: it sent too many messages");
  const expected = {
    reason: null,
    lastReason: "was cut off: it sent too many messages",
    lastReasonAt: expect.any(Number),
  };
  await expect.poll(() => sources.find("files")).toMatchObject(expected);
  expect(lines.filter((line) => line.includes("the source files was cut off"))).toHaveLength(1);
  await sources.approve("files");
  expect(sources.find("files")).toMatchObject(expected);
  await sources.close();
  expect((await start()).find("files")).toMatchObject(expected);
});

import { randomUUID } from "node:crypto";
import { createApprovalRules } from "../../approval/approval-rules.ts";
import { createApprovals } from "../../approval/approvals.ts";
import type { Vault } from "../../credential/vault.ts";
import type { Log } from "../../log/log.ts";
import { createBoundCalls } from "../../record/bound-calls.ts";
import { createCallRecord } from "../../record/call-record.ts";
import { recordCalls, recordDays } from "../../record/record-days.ts";
import { KeptResults } from "../../record/results/kept-results.ts";
import { createResultSettings } from "../../record/results/result-settings.ts";
import { createCallStats } from "../../store/stats/call-stats.ts";
import type { Store } from "../../store/store.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Chores } from "../../work/chores.ts";
import { createRunJournal } from "./run-journal.ts";

export interface RecordsParts {
  readonly store: Store;
  readonly environment: NodeJS.ProcessEnv;
  readonly telemetry: Telemetry;
  readonly chores: Chores;
  readonly vault: Vault;
  readonly log: Log;
  /** Whether more than one person uses this gateway. */
  isTeam(): Promise<boolean>;
}

/** What has happened, and what waits for a person. */
export type Records = Awaited<ReturnType<typeof openRecords>>;

const minuteMs = 60_000;
/** Longer than any call takes that still tells its progress. */
const longestCallMs = 35 * minuteMs;
const keepRunDays = 7;
/** Longer than one waits, so that people find out what became of it. */
const keepApprovalDays = 14;

export async function openRecords(parts: RecordsParts) {
  const { store, environment, telemetry, chores } = parts;
  const keepRecordDays = recordDays(environment);
  const results = new KeptResults({ ...parts, settings: createResultSettings(store, parts.isTeam) });
  const record = createCallRecord(store, telemetry.called, results);
  const callStats = createCallStats(store);
  const approvals = createApprovals(store);
  const journal = createRunJournal(store, randomUUID, approvals.forgetRuns);
  chores.add({
    everyMs: 24 * 60 * minuteMs,
    atOnce: true,
    failure: "old calls were not forgotten",
    async run(signal) {
      await record.prune(keepRecordDays, signal);
      await callStats.prune(Date.now() - keepRecordDays * 24 * 60 * minuteMs, signal);
      await journal.prune(keepRunDays, signal);
    },
  });
  const boundCalls = createBoundCalls(store, recordCalls(environment));
  chores.add({
    everyMs: minuteMs,
    atOnce: true,
    failure: "calls beyond the limit were not deleted",
    run: boundCalls,
  });
  chores.add({
    everyMs: 60 * minuteMs,
    atOnce: true,
    failure: "old approvals did not expire",
    run: async (signal) => {
      await approvals.expire();
      await approvals.prune(keepApprovalDays, signal);
    },
  });
  chores.add({
    everyMs: 5 * minuteMs,
    atOnce: true,
    failure: "paused runs that nobody resumed did not end",
    run: () => journal.endIdle(),
  });
  chores.add({
    everyMs: 60 * minuteMs,
    atOnce: true,
    failure: "old results were not deleted",
    run: (signal) => results.prune(signal),
  });
  // This gateway alone owns the home: what has only started did not survive the last gateway. On PostgreSQL others may be running.
  if (store.dialect === "sqlite") await record.settle(Number.MAX_SAFE_INTEGER);
  chores.add({
    everyMs: 5 * minuteMs,
    atOnce: false,
    failure: "calls that were interrupted were not marked",
    run: () => record.settle(Date.now() - longestCallMs),
  });
  chores.add({
    everyMs: minuteMs / 4,
    atOnce: true,
    failure: "calls were not counted",
    run: (signal) => callStats.count(signal),
  });
  return { record, results, callStats, approvals, approvalRules: createApprovalRules(store), journal };
}

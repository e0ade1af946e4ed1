import { randomUUID } from "node:crypto";
import { createApprovalRules } from "../../approval/approval-rules.ts";
import { createApprovals } from "../../approval/approvals.ts";
import { createCallRecord } from "../../record/call-record.ts";
import { recordDays } from "../../record/record-days.ts";
import type { Store } from "../../store/store.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Chores } from "../../work/chores.ts";
import { createRunJournal } from "./run-journal.ts";

export interface RecordsParts {
  readonly store: Store;
  readonly environment: NodeJS.ProcessEnv;
  readonly telemetry: Telemetry;
  readonly chores: Chores;
}

/** What has happened, and what waits for a person. */
export type Records = Awaited<ReturnType<typeof openRecords>>;

const minuteMs = 60_000;
/** Longer than any call takes that still tells its progress. */
const longestCallMs = 35 * minuteMs;
const keepRunDays = 7;
/** Longer than one waits, so that people find out what became of it. */
const keepApprovalDays = 14;

export async function openRecords({ store, environment, telemetry, chores }: RecordsParts) {
  const keepRecordDays = recordDays(environment);
  const record = createCallRecord(store, telemetry.called);
  const approvals = createApprovals(store);
  const journal = createRunJournal(store, randomUUID);
  chores.add({
    everyMs: 24 * 60 * minuteMs,
    atOnce: true,
    failure: "old calls were not forgotten",
    async run(signal) {
      await record.prune(keepRecordDays, signal);
      await journal.prune(keepRunDays, signal);
      await approvals.prune(keepApprovalDays, signal);
    },
  });
  chores.add({
    everyMs: 60 * minuteMs,
    atOnce: true,
    failure: "old approvals did not expire",
    run: () => approvals.expire(),
  });
  // This gateway alone owns the home: what has only started did not survive the last gateway. On PostgreSQL others may be running.
  if (store.dialect === "sqlite") await record.settle(Number.MAX_SAFE_INTEGER);
  chores.add({
    everyMs: 5 * minuteMs,
    atOnce: false,
    failure: "calls that were interrupted were not marked",
    run: () => record.settle(Date.now() - longestCallMs),
  });
  return { record, approvals, approvalRules: createApprovalRules(store), journal };
}

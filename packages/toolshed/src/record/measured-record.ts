import type { Telemetry } from "../telemetry/telemetry.ts";
import type { CallRecord } from "./call-record.ts";

/** Measures exactly what is recorded. */
export function measuredRecord(record: CallRecord, telemetry: Telemetry): CallRecord {
  return {
    ...record,
    append(entry, isAlone) {
      telemetry.called(entry);
      return record.append(entry, isAlone);
    },
    complete(id, entry, isAlone) {
      telemetry.called(entry);
      return record.complete(id, entry, isAlone);
    },
  };
}

import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { stream } from "hono/streaming";
import type { StreamingApi } from "hono/utils/stream";
import type { Log } from "../../log/log.ts";
import type { CallEntry, CallFilter, CallRecord } from "../../record/call-record.ts";
import { Tally } from "../../work/tally.ts";
import type { ApiEnvironment } from "../guards/api-environment.ts";
import { csvRow } from "./csv-row.ts";

const pageSize = 500;
const maxPerPerson = 2;

const columns = [
  "id",
  "at",
  "userId",
  "via",
  "endpointId",
  "client",
  "path",
  "outcome",
  "error",
  "note",
  "durationMs",
  "resultBytes",
  "connection",
  "arguments",
  "traceId",
  "runId",
  "timings",
] as const satisfies readonly (keyof CallEntry)[];

interface Format {
  readonly type: string;
  readonly head: string;
  /** The last line, if the rest could not be read. */
  readonly failure: string;
  line(call: CallEntry): string;
}

const interrupted = "The export was interrupted. Try again.";
const formats: Record<"ndjson" | "csv", Format> = {
  ndjson: {
    type: "application/x-ndjson",
    head: "",
    failure: `${JSON.stringify({ error: interrupted })}\n`,
    line: (call) => `${JSON.stringify(call)}\n`,
  },
  csv: {
    type: "text/csv; charset=utf-8",
    head: csvRow(columns),
    failure: csvRow([interrupted]),
    line: (call) =>
      csvRow(columns.map((name) => (name === "at" ? new Date(call.at).toISOString() : call[name]))),
  },
};

/** Sends all calls of a filter, newest first, a page at a time and no faster than the client reads. */
export function createExports(record: Pick<CallRecord, "list">, log: Pick<Log, "error">) {
  const open = new Tally();

  return (context: Context<ApiEnvironment>, format: keyof typeof formats, filter: CallFilter): Response => {
    const { type, head, failure, line } = formats[format];
    const { userId } = context.get("caller");
    if (open.of(userId) >= maxPerPerson)
      throw new HTTPException(429, {
        message: `You have ${maxPerPerson} exports running, which is the limit. Wait until one is done.`,
      });
    context.header("Content-Type", type);
    context.header("Content-Disposition", `attachment; filename="calls.${format}"`);
    if (context.req.method === "HEAD") return context.body(null);
    open.add(userId, 1);
    const send = async (output: StreamingApi) => {
      try {
        await output.write(head);
        let before: number | undefined;
        do {
          const { calls, next } = await record.list(filter, { limit: pageSize, before });
          if (calls.length > 0) await output.write(calls.map(line).join(""));
          before = next ?? undefined;
        } while (before !== undefined && !output.aborted);
      } finally {
        open.add(userId, -1);
      }
    };
    return stream(context, send, async (error, output) => {
      log.error(`an export of calls failed: ${error.message}`);
      // What has been sent would look like all there is.
      await output.write(failure);
    });
  };
}

// The parts of a gateway that run scripts, wired as it wires them, without its doors.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

const built = (file) => import(new URL(`../../packages/toolshed/dist/${file}.js`, import.meta.url).href);
const { createApprovalRules } = await built("approval/approval-rules");
const { createApprovals } = await built("approval/approvals");
const { createAskPerson } = await built("call/ask-person");
const { createCall } = await built("call/create-call");
const { Recorder } = await built("call/recorder");
const { createCatalog } = await built("catalog/catalog");
const { createLog } = await built("log/log");
const { createCallRecord } = await built("record/call-record");
const { createJobs } = await built("jobs/jobs");
const { createRunJournal } = await built("run/journal/run-journal");
const { createRunner } = await built("run/runner");
const { createSandbox } = await built("run/sandbox/create-sandbox");
const { indexCatalog } = await built("search/index-catalog");
const { createPluginSource } = await built("source/plugin/plugin-source");
const { openStore } = await built("store/open-store");

const number = z.object({ n: z.int().default(0) });
const tool = (path, readOnly) =>
  defineTool({
    path,
    name: path,
    description: "Give back a number.",
    readOnly,
    inputSchema: number,
    outputSchema: number,
    handler: (_ctx, input) => input,
  });

export async function createParts(home, workers) {
  const store = await openStore(join(home), undefined);
  const plugin = definePlugin({
    id: "bench",
    name: "Bench",
    description: "",
    tools: [
      ...Array.from({ length: 100 }, (_, index) => tool(`bench.tool_${index}`, true)),
      tool("bench.change", false),
    ],
  });
  const catalog = createCatalog([createPluginSource(plugin, () => {})]);
  const visibility = async (caller) => ({
    caller,
    accessTo: () => "open",
    isVisible: () => true,
    isHiddenByProvider: () => false,
    connectionsFor: () => [],
  });
  const approvals = createApprovals(store);
  const log = createLog(() => {});
  const approvalUrl = (id) => id;
  const approvalRules = createApprovalRules(store);
  const call = createCall({
    catalog,
    visibility,
    credentials: {},
    recorder: new Recorder(createCallRecord(store), log),
    askPerson: createAskPerson({ approvalRules, approvals, approvalUrl }),
    log,
    timeoutMs: 60_000,
  });
  const sandbox = createSandbox({
    workerUrl: new URL("../../packages/toolshed/dist/run/sandbox/worker.js", import.meta.url),
    workers,
  });
  const jobs = createJobs(new URL("../../packages/toolshed/dist/", import.meta.url));
  const runner = createRunner({
    approvals,
    approvalUrl,
    call,
    catalog,
    jobs,
    index: indexCatalog(catalog),
    journal: createRunJournal(store, randomUUID),
    log,
    sandbox,
    visibility,
  });
  return {
    call,
    runner,
    async close() {
      await sandbox.close();
      jobs.close();
      await store.close();
    },
  };
}

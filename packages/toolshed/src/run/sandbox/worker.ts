import { parentPort, workerData } from "node:worker_threads";
import { ownCpuReader } from "../../jobs/cpu-time.ts";
import { handleMessages, lowerPriority } from "../../jobs/inside-thread.ts";
import { createSpinPolicy } from "../../jobs/spin-policy.ts";
import { defaultLimits } from "./limits.ts";
import { createMachine, type Machine } from "./machine.ts";
import type { Prepared } from "./prepare-script.ts";
import { createProgramCache } from "./program-cache.ts";
import { tooComplex } from "./sandbox.ts";
import { nothing, Vm } from "./vm.ts";
import type { FromSandbox, SandboxData, ToWorker, WorkerRun } from "./worker-protocol.ts";

if (!parentPort) throw new Error("This file runs as a worker");
/** The gateway's own thread comes first, and short scripts before those that compute for long. */
const niceness = 10;
const hungryNiceness = 19;
lowerPriority(niceness);
const port = parentPort;
const { wasmModule, posted, runCount, parsing }: SandboxData = workerData;

// QuickJS asks this thread's Date for the time and the time zone: a script sees the clock of its run, in UTC.
let clock = 0;
Date.now = () => clock;
Date.prototype.getTimezoneOffset = () => 0;
for (const part of [
  "FullYear",
  "Month",
  "Date",
  "Day",
  "Hours",
  "Minutes",
  "Seconds",
  "Milliseconds",
] as const) {
  Date.prototype[`get${part}`] = Date.prototype[`getUTC${part}`];
}
const setClock = (at: number): void => {
  clock = at;
};

const readCpu = ownCpuReader();
let machine: Promise<Machine> | undefined;
let machineMb = 0;
let vm: Vm | undefined;
const programs = createProgramCache();

/** A machine whose memory has grown is replaced: that is far cheaper than a new thread. */
async function load(memoryMb: number): Promise<Machine> {
  if (machineMb !== memoryMb || (await machine)?.hasGrown()) machine = undefined;
  machine ??= createMachine(wasmModule, memoryMb);
  machineMb = memoryMb;
  return machine;
}

async function report(answer: FromSandbox): Promise<void> {
  port.postMessage(answer);
  if (!answer.ending) return;
  vm = undefined;
  await load(machineMb);
}

async function receive(message: ToWorker): Promise<void> {
  if (message.type === "stop") vm = undefined;
  else if (message.type === "turn") {
    if (vm) await report(vm.turn(message.turn));
  } else {
    await report(await start(message.run));
  }
}

function prepare({ identity, script }: WorkerRun): Prepared {
  Atomics.store(parsing, 0, 1);
  const prepared = programs.prepare(identity, script);
  Atomics.store(parsing, 0, 0);
  return prepared;
}

async function start(run: WorkerRun): Promise<FromSandbox> {
  let prepared: Prepared;
  try {
    prepared = run.program ? { program: run.program } : prepare(run);
  } catch {
    return { ...nothing, ending: { kind: "refused", error: tooComplex }, fitness: "spent" };
  }
  if ("error" in prepared) return { ...nothing, ending: { kind: "error", error: prepared.error } };
  const onHungry = () => lowerPriority(hungryNiceness);
  vm = new Vm(await load(run.limits.memoryMb), prepared.program, run, { setClock, readCpu, onHungry });
  return vm.start();
}

const spinPolicy = createSpinPolicy(runCount);

/** Waits awake for the next message, where that has been worth it. */
function spin(seen: number): void {
  const until = vm && spinPolicy.awakeUntil();
  if (until === undefined) return;
  while (Atomics.load(posted, 0) === seen && performance.now() < until);
  spinPolicy.learn(Atomics.load(posted, 0) !== seen);
}

await load(defaultLimits.memoryMb);
await handleMessages(port, posted, receive, spin);

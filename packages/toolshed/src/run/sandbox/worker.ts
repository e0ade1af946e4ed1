import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { createPatience } from "../../jobs/patience.ts";
import { lowerPriority } from "../../jobs/thread-priority.ts";
import { defaultLimits } from "./limits.ts";
import { createMachine, type Machine } from "./machine.ts";
import type { FromSandbox, SandboxData, ToWorker } from "./worker-protocol.ts";
import { createWorld, type World } from "./world.ts";

if (!parentPort) throw new Error("This file runs as a worker");
/** The gateway's own thread comes first, and short scripts before those that compute for long. */
const niceness = 10;
const hungryNiceness = 19;
lowerPriority(niceness);
const port = parentPort;
const { wasmModule, posted, runCount }: SandboxData = workerData;

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

let machine: Promise<Machine> | undefined;
let machineMb = 0;
let world: World | undefined;

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
  world = undefined;
  await load(machineMb);
}

async function receive(message: ToWorker): Promise<void> {
  if (message.type === "stop") world = undefined;
  else if (message.type === "turn") {
    if (world) await report(world.turn(message.turn));
  } else {
    const onHungry = () => lowerPriority(hungryNiceness);
    world = createWorld(await load(message.run.limits.memoryMb), message.run, { setClock, onHungry });
    await report(world.start());
  }
}

const patience = createPatience(runCount);

/** Sleeps until there is a message that has not been seen, which is faster than to wait for an event. */
function awaitMessage(seen: number): void {
  const until = world && patience.awakeUntil();
  if (until !== undefined) {
    while (Atomics.load(posted, 0) === seen && performance.now() < until);
    patience.learn(Atomics.load(posted, 0) !== seen);
  }
  Atomics.wait(posted, 0, seen);
}

await load(defaultLimits.memoryMb);
port.postMessage("ready");
for (;;) {
  const seen = Atomics.load(posted, 0);
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    await receive(next.message);
  awaitMessage(seen);
}

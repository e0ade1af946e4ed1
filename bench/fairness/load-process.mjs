// Makes one kind of load, in a process of its own: what it costs the sender must not delay the quiet person's client.
import { setTimeout } from "node:timers/promises";
import { createSender } from "../create-sender.mjs";
import { loads } from "./loads/index.mjs";

const [name, url, owner, people] = process.argv.slice(2);
const { step, inFlight = 2 } = loads.find((load) => load.name === name);
const sender = createSender({ url, connections: 100 });
let round = 0;
let failures = 0;

/** Sends a request with a token or without one, and gives the status and text of the answer. */
function ask(token, path, { method, headers, body } = {}) {
  const authorization = token && { authorization: `Bearer ${token}` };
  const all = { "content-type": "application/json", ...authorization, ...headers };
  return sender.send(body, { method, path, headers: all });
}

async function repeat(person) {
  for (;;) {
    try {
      // New each time: nothing is answered from a cache.
      await step({ url, owner, person, round: round++, ask });
    } catch (error) {
      failures += 1;
      if (failures === 1) process.stderr.write(`${name}: ${error.message.slice(0, 300)}\n`);
      // A load whose requests fail immediately must not turn into another kind of load.
      await setTimeout(50);
    }
  }
}

// What is under way ends with the connections.
process.on("message", () => process.send({ rounds: round, failures }, () => process.exit(0)));
for (const person of JSON.parse(people))
  for (let count = 0; count < inFlight; count += 1) repeat(person).catch(() => process.exit(1));
process.send("started");

// Makes one kind of load, in a process of its own: what it costs the sender must not delay the quiet person's client.
import { loads } from "./loads/index.mjs";

const [name, url, people, inFlight] = process.argv.slice(2);
const load = loads.find((other) => other.name === name);
let isOver = false;
process.on("message", () => {
  isOver = true;
});
let round = 0;
let failures = 0;
process.send("started");
await Promise.all(
  JSON.parse(people).flatMap((person) =>
    Array.from({ length: Number(inFlight) }, async () => {
      while (!isOver) {
        // New each time: nothing is answered from a cache.
        const error = await load.step({ url, person, round: round++ }).catch((reason) => reason);
        if (error instanceof Error) {
          failures += 1;
          // A load whose requests fail at once must not turn into another kind of load.
          await new Promise((resolve) => setTimeout(resolve, 50));
          if (failures === 1) process.stderr.write(`${name}: ${error.message.slice(0, 300)}\n`);
        }
      }
    }),
  ),
);
process.send({ rounds: round, failures }, () => process.exit(0));

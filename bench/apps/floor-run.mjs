// node floor-run.mjs
// The messages of callServerTool with nothing around them but ids and promises: no package can be faster.
// In memory, and over a message channel, which copies the same payload. Prints JSON.
import { createChannelPair } from "./channel-pair.mjs";
import { best, callParams, perSecond, small } from "./measures.mjs";
import { createMemoryPair } from "./memory-pair.mjs";

async function measure({ view, host }, count) {
  const pending = new Map();
  let nextId = 1;
  host.onmessage = ({ id }) => host.send({ jsonrpc: "2.0", id, result: small });
  view.onmessage = ({ id, result }) => {
    pending.get(id)(result);
    pending.delete(id);
  };
  const call = () =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      pending.set(id, resolve);
      const params = { ...callParams, _meta: { progressToken: id } };
      view.send({ jsonrpc: "2.0", id, method: "tools/call", params }).catch(reject);
    });
  await view.start();
  await host.start();
  await perSecond(count / 4, call);
  return best(5, () => perSecond(count, call));
}

const callServerTool = await measure(createMemoryPair(), 50_000);
const channel = await measure(createChannelPair(), 10_000);
process.stdout.write(JSON.stringify({ callServerTool, channel }));
process.exit(0);

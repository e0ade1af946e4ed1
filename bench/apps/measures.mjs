import { largeResult, partialInput } from "./payloads.mjs";

/** What both kinds of run measure on a connected pair. Each gives operations in a second. */
export const small = { content: [{ type: "text", text: "3" }], structuredContent: { sum: 3 } };

export const callParams = { name: "add", arguments: { a: 1, b: 2 } };

export const appCapabilities = { tools: { listChanged: true } };

/** Before connect: what the two sides answer. */
export function prepare(app, bridge) {
  let large;
  bridge.oncalltool = async ({ name }) => {
    if (name !== "large") return small;
    large ??= largeResult();
    return large;
  };
  app.oncalltool = async () => small;
  app.onlisttools = async () => ({ tools: [{ name: "add", inputSchema: { type: "object" } }] });
}

export async function perSecond(count, run) {
  const start = performance.now();
  for (let i = 0; i < count; i += 1) await run();
  return (count * 1000) / (performance.now() - start);
}

/** The best of several rounds: what else the machine does can only slow it. */
export async function best(rounds, measure) {
  let most = 0;
  for (let i = 0; i < rounds; i += 1) most = Math.max(most, await measure());
  return most;
}

export async function callServerTool(app, count) {
  const call = () => app.callServerTool(callParams);
  await perSecond(count / 4, call);
  return best(5, () => perSecond(count, call));
}

export async function callTool(bridge, count) {
  const call = () => bridge.callTool({ name: "add", arguments: { a: 1, b: 2 } });
  await perSecond(count / 4, call);
  return best(5, () => perSecond(count, call));
}

export async function largeResults(app, count) {
  const call = () => app.callServerTool({ name: "large" });
  await perSecond(2, call);
  return best(3, () => perSecond(count, call));
}

export async function partialInputs(app, bridge, count) {
  const input = { arguments: partialInput() };
  let left = 0;
  let done;
  app.ontoolinputpartial = () => {
    left -= 1;
    if (left === 0) done();
  };
  return best(4, async () => {
    left = count;
    let failed;
    const all = new Promise((resolve, reject) => {
      done = resolve;
      failed = reject;
    });
    const start = performance.now();
    for (let i = 0; i < count; i += 1) bridge.sendToolInputPartial(input).catch(failed);
    await all;
    return (count * 1000) / (performance.now() - start);
  });
}

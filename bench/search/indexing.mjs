// How long the event loop is held up while the tools of a catalog are indexed after a start and searched meanwhile.
//   --tools <n,…>       catalog sizes (10000,100000)
//   --against <folder>  another checkout of this repository, built, that is measured as well
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { row } from "./row.mjs";

const { values } = parseArgs({
  options: {
    tools: { type: "string", default: "10000,100000" },
    against: { type: "string" },
  },
});
const here = fileURLToPath(new URL("../..", import.meta.url));
const checkouts = [
  ...(values.against === undefined ? [] : [{ name: values.against, folder: values.against }]),
  { name: "this checkout", folder: here },
];
const worker = fileURLToPath(new URL("indexing-worker.mjs", import.meta.url));

row("tools", ["idle p99", "p99 ms", "max ms", "answer ms", "all ms", "searches", "MB"]);
for (const count of values.tools.split(",").map(Number)) {
  for (const { name, folder } of checkouts) {
    const built = new URL("packages/toolshed/dist/", pathToFileURL(`${folder}/`)).href;
    const child = fork(worker, [built, String(count)], { execArgv: ["--expose-gc"] });
    const [{ idleP99, p99, max, answerMs, completeMs, searches, memory }] = await once(child, "message");
    const figures = [idleP99, p99, max, answerMs, completeMs, String(searches), memory];
    row(`${count.toLocaleString("en")}, ${name}`, figures);
  }
}

// Ours and the official package, side by side. Usage: node bench/apps/run.mjs [memory|channel|browser]
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { runInBrowser } from "./browser/run.mjs";

const run = promisify(execFile);
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const resolve = (from, specifier) => createRequire(at(from)).resolve(specifier);

await run(process.execPath, [at("../../node_modules/typescript/bin/tsc"), "-b", at("../../packages/apps")]);

const packages = {
  official: {
    app: resolve("../../test/peers/package.json", "ext-apps-2.0"),
    bridge: resolve("../../test/peers/package.json", "ext-apps-2.0/app-bridge"),
  },
  ours: {
    app: resolve("../../package.json", "@toolshed/apps"),
    bridge: resolve("../../package.json", "@toolshed/apps/app-bridge"),
  },
};

const rows = [
  ["import, construct and connect", "startMs", "ms"],
  ["the same, bundled", "bundledStartMs", "ms"],
  ["callServerTool round trips", "callServerTool", "/s"],
  ["bridge.callTool round trips", "callTool", "/s"],
  ["partial inputs of 2 KB", "partialInputs", "/s"],
  ["tool results of 1 MB", "largeResults", "/s"],
];

// Each in a process of its own: the official package switches zod's compiler off for all.
async function child(script, ...args) {
  const { stdout } = await run(process.execPath, [at(script), ...args]);
  return JSON.parse(stdout);
}

async function startTime(app, bridge) {
  const urls = [pathToFileURL(app).href, pathToFileURL(bridge).href];
  const times = [];
  for (let i = 0; i < 9; i += 1) times.push((await child("./memory-run.mjs", ...urls, "start")).startMs);
  return times.sort((a, b) => a - b)[4];
}

async function runInMemory(name) {
  const { app, bridge } = packages[name];
  const bundled = await bundle(name, app, bridge);
  return {
    startMs: await startTime(app, bridge),
    bundledStartMs: await startTime(bundled, bundled),
    ...(await child("./memory-run.mjs", pathToFileURL(app).href, pathToFileURL(bridge).href)),
  };
}

async function runOverChannel(name) {
  const { app, bridge } = packages[name];
  return child("./memory-run.mjs", pathToFileURL(app).href, pathToFileURL(bridge).href, "channel");
}

async function bundle(name, app, bridge) {
  const outfile = at(`../../.cache/bench-apps/${name}.mjs`);
  const contents = `export { App } from ${JSON.stringify(app)}; export { AppBridge } from ${JSON.stringify(bridge)};`;
  await build({
    stdin: { contents, resolveDir: at(".") },
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

function format(value, unit) {
  const digits = value < 100 ? 1 : 0;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: digits })} ${unit}`;
}

function print(title, { official, ours }) {
  process.stdout.write(
    `\n${title}\n${"".padEnd(32)}${"official".padStart(14)}${"ours".padStart(14)}${"faster".padStart(10)}\n`,
  );
  for (const [label, key, unit] of rows.filter(([, key]) => key in ours)) {
    const ratio = unit === "ms" ? official[key] / ours[key] : ours[key] / official[key];
    const cells = [format(official[key], unit).padStart(14), format(ours[key], unit).padStart(14)];
    process.stdout.write(`${label.padEnd(32)}${cells.join("")}${`${ratio.toFixed(1)}×`.padStart(10)}\n`);
  }
}

/** Both packages by turns, twice; of each figure the better one counts, since what else runs here can only slow it. */
async function compare(measure) {
  const best = { official: {}, ours: {} };
  for (let pass = 0; pass < 2; pass += 1) {
    for (const name of Object.keys(best)) {
      const figures = await measure(name);
      for (const [, key, unit] of rows.filter(([, key]) => key in figures)) {
        const pick = unit === "ms" ? Math.min : Math.max;
        best[name][key] = pick(figures[key], best[name][key] ?? figures[key]);
      }
    }
  }
  return best;
}

function printFloor(label, perSecond, ours) {
  const cells = `${"".padStart(14)}${format(perSecond, "/s").padStart(14)}`;
  process.stdout.write(
    `${label.padEnd(32)}${cells}${`${(ours / perSecond).toFixed(2)} of it`.padStart(13)}\n`,
  );
}

const wanted = process.argv[2] ?? "all";
const wants = (name) => wanted === "all" || wanted === name;
if (wants("memory")) {
  const figures = await compare(runInMemory);
  print("In memory (Node)", figures);
  const floor = await child("./floor-run.mjs");
  printFloor("a bare pair of promises", floor.callServerTool, figures.ours.callServerTool);
}
if (wants("channel")) {
  const floors = [];
  const figures = await compare(async (name) => {
    floors.push((await child("./floor-run.mjs")).channel);
    return runOverChannel(name);
  });
  print("Over a message channel (Node)", figures);
  printFloor("a bare ping-pong, same payload", Math.max(...floors), figures.ours.callServerTool);
}
if (wants("browser")) {
  print("Over iframes (Chromium)", await compare((name) => runInBrowser(packages[name])));
}

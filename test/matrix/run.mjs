// Shows every published server with Views in our host and in a reference host, in each browser, directly and through a
// gateway, and makes a table of it.
// Usage: npm run test:matrix [-- --servers=pdf,threejs] [--browsers=chromium,firefox,webkit] [--hosts=strict,reference,frame,inspector]
// The arguments that the reference host, the frame and the dashboard give are made by our host: leave `strict` among the hosts.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openChromium } from "./browsers/chromium.mjs";
import { browsers } from "./browsers/find.mjs";
import { openFirefox } from "./browsers/firefox.mjs";
import { openWebKit } from "./browsers/webkit.mjs";
import { createColorCounter } from "./count-colors.mjs";
import { installPackages } from "./install.mjs";
import { startReferenceHost } from "./reference-host/start.mjs";
import { servers } from "./servers.mjs";
import { showInOurHost, showInReferenceHost } from "./show.mjs";
import { showInDashboard, signIn } from "./show-in-dashboard.mjs";
import { showInFrame } from "./show-in-frame.mjs";
import { showInInspector } from "./show-in-inspector.mjs";
import { startGateway } from "./start-gateway.mjs";
import { startInspector } from "./start-inspector.mjs";
import { startServer } from "./start-server.mjs";
import { findFailures, hosts, toTable, toText } from "./table.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const list = { type: "string" };
const { values } = parseArgs({ options: { servers: list, browsers: list, hosts: list } });
const names = values.servers?.split(",") ?? Object.keys(servers);
const wanted = values.browsers?.split(",") ?? Object.keys(browsers);
const wantedHosts = values.hosts?.split(",") ?? Object.keys(hosts);
const unknown = [
  ...names.filter((name) => !servers[name]),
  ...wanted.filter((browser) => !browsers[browser]),
  ...wantedHosts.filter((host) => !hosts[host]),
];
if (unknown.length > 0) fail(`Unknown: ${unknown.join(", ")}.`);

const missing = Object.keys(browsers).filter((browser) => !browsers[browser].find());
const explain = (browser) => `${browsers[browser].title} was not found: ${browsers[browser].hint}.`;
// It also counts the colours of every screenshot.
if (missing.includes("chromium")) fail(explain("chromium"));
const leftOut = wanted.filter((browser) => missing.includes(browser));
for (const browser of leftOut) process.stdout.write(`${explain(browser)} Its columns are left out.\n`);

const results = ".cache/matrix/results";
const packages = installPackages(
  new URL(".", import.meta.url),
  ".cache/matrix/packages",
  "Installing the published App servers (the first time this takes a few minutes)",
);
rmSync(results, { recursive: true, force: true });
mkdirSync(`${results}/screenshots`, { recursive: true });

const openers = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };
const opened = [];
const cells = [];
const started = Date.now();
const counter = await createColorCounter(browsers.chromium.find());
const referenceHost = await startReferenceHost(packages);
const gateway = await startGateway();
const inspector = wantedHosts.includes("inspector") ? await startInspector(gateway.mcpUrl) : undefined;
try {
  for (const browser of wanted.filter((name) => !leftOut.includes(name))) {
    opened.push({ name: browser, ...(await openers[browser](browsers[browser].find(), packages)) });
  }
  const chromium = opened.find(({ name }) => name === "chromium");
  if (chromium) await signIn(chromium, gateway);
  for (const name of names) await showServer(name);
} finally {
  referenceHost.close();
  for (const part of [...opened, counter, inspector, gateway]) await part?.close();
}

const failures = findFailures(cells);
const text = toTable(cells, {
  versions: opened.map(({ name, version }) => `${browsers[name].title} ${version}`),
  leftOut: leftOut.map(explain),
  seconds: Math.round((Date.now() - started) / 1000),
  failures,
});
writeFileSync(`${results}/results.md`, text);
writeFileSync(`${results}/results.json`, `${JSON.stringify(cells, null, 2)}\n`);
process.stdout.write(`\n${text}\nScreenshots and details: ${results}\n`);
process.exit(failures.length > 0 ? 1 : 0);

async function showServer(name) {
  const server = await startServer(name, packages);
  const source = await gateway.add(name, server, servers[name].tool);
  try {
    const shared = { server, counter, referenceHost, gateway, inspector, source, ...servers[name] };
    const inOurHost = (policy, { hostUrl }) => [showInOurHost, { ...shared, policy, hostUrl }];
    const ways = {
      strict: inOurHost("strict", server),
      compatible: inOurHost("compatible", server),
      reference: [showInReferenceHost, shared],
      native: inOurHost("compatible", source),
      frame: [showInFrame, shared],
      inspector: [showInInspector, shared],
      dashboard: [showInDashboard, shared],
    };
    for (const browser of opened) {
      for (const host of wantedHosts) {
        const [run, options] = ways[host];
        const isMeant = browser.name === "chromium" || hosts[host].isForAll;
        if (isMeant) await show(name, browser, host, () => run(browser, options));
      }
    }
  } finally {
    await source.close();
    await server.close();
  }
}

async function show(name, browser, host, run) {
  let cell;
  try {
    cell = await run();
  } catch (error) {
    cell = { renders: false, called: false, errors: [], problems: [error.message] };
  }
  const { screenshot, ...rest } = cell;
  const file = `screenshots/${name}-${browser.name}-${host}.png`;
  if (screenshot) writeFileSync(`${results}/${file}`, screenshot);
  cells.push({ server: name, browser: browser.name, host, ...rest, ...(screenshot && { screenshot: file }) });
  process.stdout.write(`${name}, ${browser.name}, ${host}: ${toText(cells.at(-1), cells)}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

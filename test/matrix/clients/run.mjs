// Sets up published clients with `toolshed install` and lets each read back what was written.
// Usage: node test/matrix/clients/run.mjs, after a build.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { whenRunning } from "../../../scripts/when-running.mjs";
import { installPackages } from "../install.mjs";

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)));
const toolshed = fileURLToPath(new URL("../../../packages/toolshed/bin/toolshed.js", import.meta.url));
const offline = new URL("../../fixtures/offline.mjs", import.meta.url);
const packages = installPackages(
  new URL(".", import.meta.url),
  ".cache/matrix/clients",
  "Installing the published clients (the first time this takes a few minutes)",
);
const bin = join(packages, "node_modules", ".bin");
const failures = [];

const root = mkdtempSync(join(tmpdir(), "matrix-clients-"));
const home = join(root, "person");
const work = join(root, "work");
for (const folder of [".gemini", ".codex"]) mkdirSync(join(home, folder), { recursive: true });
mkdirSync(work);
// Gemini uses servers only in folders that are trusted.
writeFileSync(join(home, ".gemini", "trustedFolders.json"), JSON.stringify({ [work]: "TRUST_FOLDER" }));
const environment = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: "",
  TOOLSHED_HOME: join(root, "gateway"),
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  // Codex opens the page where a person lets it in.
  BROWSER: "true",
};

/** Everything that a program writes. One that waits for a person is ended after a while. */
function run(program, args, timeout = 60_000) {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: work, env: environment, timeout }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
const runToolshed = (...args) => run(process.execPath, [toolshed, ...args]);

function check(name, output, pattern) {
  const isRight = pattern.test(output);
  process.stdout.write(`${isRight ? "ok  " : "FAIL"} ${name}\n`);
  if (!isRight) failures.push(`${name}: expected ${pattern} in\n${output}`);
}

const clients = {
  "claude-code": {
    file: ".claude.json",
    list: () => run(join(bin, "claude"), ["mcp", "list"]),
    http: /toolshed: http\S+ \(HTTP\) - .*Connected/,
    stdio: /toolshed: .* serve --client claude-code - .*Connected/,
  },
  gemini: {
    file: ".gemini/settings.json",
    list: () => run(join(bin, "gemini"), ["mcp", "list"]),
    http: /toolshed: http\S+ \(http\) - Connected/,
    stdio: /toolshed: .* serve --client gemini \(stdio\) - Connected/,
  },
  codex: {
    file: ".codex/config.toml",
    list: () => run(join(bin, "codex"), ["mcp", "list"]),
    http: /toolshed +http\S+ .*enabled +Bearer token/,
    stdio: /toolshed +\S+ +.*serve --client codex .*enabled/,
  },
};

async function checkClient(id, { file, list, ...expected }) {
  const path = join(home, file);
  for (const transport of ["http", "stdio"]) {
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    await runToolshed("install", id, `--${transport}`, "--yes", "--no-wait");
    check(`${id} reads what was written for ${transport}`, await list(), expected[transport]);
    await runToolshed("uninstall", id);
    const after = existsSync(path) ? readFileSync(path, "utf8") : "";
    // Claude Code writes to its file itself, so it need not be the same.
    check(`${id} has no server after uninstall`, await list(), /No MCP servers configured/);
    if (id !== "claude-code") check(`${id} has its file of before`, `${after === (before ?? "")}`, /true/);
  }
}

/** Codex names a document on chatgpt.com, which this gateway cannot load. */
async function checkCodexOffline(url) {
  const authorize = async (...args) => {
    const output = await run(join(bin, "codex"), args, 15_000);
    const [address = ""] = /http:\S+authorize\S+/.exec(output) ?? [];
    check(`codex ${args.slice(0, 2).join(" ")} asks a person`, output, /oauth2\/authorize\?/);
    const answer = await fetch(address, { redirect: "manual" });
    return { address, target: answer.headers.get("location") ?? "" };
  };
  const first = await authorize("mcp", "add", "toolshed", "--url", `${url}/api/mcp`);
  check("codex names its document", first.address, /client_id=https%3A%2F%2Fchatgpt\.com/);
  check("the page says which document was not loaded", first.target, /document=https%3A%2F%2Fchatgpt\.com/);
  check("the page says why", first.target, /cause=offline/);
  const second = await authorize("mcp", "login", "toolshed");
  check("codex registers the next time", second.address, /client_id=\w+&/);
  check("a person can let it in", second.target, /\/consent\?.*sig=/);
}

const gateway = spawn(process.execPath, [toolshed, "start"], {
  env: { ...environment, PORT: "0", NODE_OPTIONS: `--import=${offline}` },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const { url } = await whenRunning(gateway, environment.TOOLSHED_HOME);
  for (const [id, client] of Object.entries(clients)) await checkClient(id, client);
  await checkCodexOffline(url);
} finally {
  gateway.kill();
  await once(gateway, "exit");
  rmSync(root, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.exit(failures.length > 0 ? 1 : 0);

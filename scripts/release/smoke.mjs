import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * What has to work with the packages as they are published, in the order of a person's first hour. Each step gets a
 * `shell`, and a `folder` of its own that is empty.
 */
export const steps = [
  { name: "npx toolshed start, the first call, and a client set up by install", run: startGateway },
  { name: "toolshed serve over stdio", run: serveStdio },
  ...["plugin", "plugin-view", "plugin-view-react"].map((template) => ({
    name: `npm create toolshed: ${template}`,
    run: (context) => createPlugin(context, template),
  })),
  { name: "npm create toolshed: host", run: createHost },
];

async function startGateway({ shell, folder }) {
  const gateway = shell.start("npx", ["toolshed", "start"], { cwd: folder, environment: { PORT: "0" } });
  await shell.waitFor(gateway, /Open {2}http\S+\n/);
  const status = await shell.run("npx", ["toolshed", "status", "--json", "--show-token"], { cwd: folder });
  const [, mcpUrl] = /"mcpUrl": "(\S+)"/.exec(status);
  const client = new Client({ name: "release", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  const found = await client.callTool({ name: "search_tools", arguments: { query: "find my notes" } });
  expectText(textOf(found), "samples.notes.search");
  const args = { path: "samples.notes.create", arguments: { title: "Release", text: "First call" } };
  expectText(textOf(await client.callTool({ name: "call_tool", arguments: args })), "Release");
  await client.close();
  await installClient(shell, folder);
  gateway.signal("SIGINT");
  await gateway.ended;
}

/** Sets up Cursor, connects with what its configuration then says, and reverts it. */
async function installClient(shell, folder) {
  const file = join(shell.env.HOME, ".cursor/mcp.json");
  const before = '{\n  // Mine.\n  "mcpServers": {}\n}\n';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, before);
  await shell.run("npx", ["toolshed", "install", "cursor", "--yes", "--no-wait"], { cwd: folder });
  const { url, headers } = JSON.parse(readFileSync(file, "utf8").replace("// Mine.", "")).mcpServers.toolshed;
  const client = new Client({ name: "cursor", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const listed = { path: "samples.notes.list", arguments: {} };
  expectText(textOf(await client.callTool({ name: "call_tool", arguments: listed })), "Release");
  await client.close();
  await shell.run("npx", ["toolshed", "uninstall", "cursor"], { cwd: folder });
  if (readFileSync(file, "utf8") !== before) throw new Error("uninstall did not restore the configuration");
}

async function serveStdio({ shell, folder }) {
  await shell.run("npm", ["init", "-y"], { cwd: folder });
  await shell.run("npm", ["install", "toolshed"], { cwd: folder });
  const env = { ...shell.env, PORT: "0" };
  const server = { command: "npx", args: ["toolshed", "serve"], cwd: folder, env, stderr: "ignore" };
  const client = new Client({ name: "release", version: "1" });
  try {
    await client.connect(new StdioClientTransport(server));
    const script =
      "const { notes } = await tools.samples.notes.list(); return notes.map((note) => note.title)";
    // The gateway of the step before wrote this note, in the same home.
    expectText(await runScript(client, script), "Release");
  } finally {
    await client.close();
    // The command started a gateway in the background.
    await shell.run("npx", ["toolshed", "stop"], { cwd: folder });
  }
}

/** On a busy machine the first type check may take longer than it may, because the checker is just being loaded. */
async function runScript(client, script) {
  for (let attempt = 1; ; attempt++) {
    const text = textOf(await client.callTool({ name: "run", arguments: { script } }));
    if (attempt === 3 || !text.includes("CheckError")) return text;
  }
}

async function createPlugin(context, template) {
  const { shell } = context;
  const project = await createProject(context, template);
  const inProject = { cwd: project, environment: { PORT: "0" } };
  await shell.run("npx", ["toolshed", "add", "plugin", "./src/plugin.ts"], inProject);
  try {
    const article = JSON.stringify({ title: "Release notes", url: "https://example.com" });
    await shell.run("npx", ["toolshed", "call", "reading.add", article], inProject);
    expectText(await shell.run("npx", ["toolshed", "call", "reading.list"], inProject), "Release notes");
    const found = await shell.run("npx", ["toolshed", "search", "reading list"], inProject);
    if (template !== "plugin") expectText(found, /reading\.list .*View/);
    await shell.run("npx", ["toolshed", "remove", join(project, "src/plugin.ts")], inProject);
  } finally {
    await shell.run("npx", ["toolshed", "stop"], inProject);
  }
}

async function createHost(context) {
  const { shell } = context;
  const project = await createProject(context, "host");
  const environment = { MCP_URL: "http://127.0.0.1:9/mcp", PORT: "0", SANDBOX_PORT: "0" };
  const host = shell.start("npm", ["start"], { cwd: project, environment });
  await shell.waitFor(host, /Open http/);
  host.signal("SIGTERM");
  await host.ended;
}

/** Creates a project as its README says. Returns its folder, with its tests passed and everything built. */
async function createProject({ shell, folder }, template) {
  const name = `my-${template}`;
  const project = join(folder, name);
  const output = await shell.run("npm", ["create", "toolshed", name, "--", "--template", template], {
    cwd: folder,
  });
  expectText(output, "npm install");
  await shell.run("npm", ["install"], { cwd: project });
  await shell.run("npm", ["test"], { cwd: project });
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  if (scripts.build) await shell.run("npm", ["run", "build"], { cwd: project });
  return project;
}

/** Runs steps after each other, each in a folder of its own. */
export async function runSteps(chosen, { shell, folder, onStart = () => {}, onDone = () => {} }) {
  for (const [index, step] of chosen.entries()) {
    onStart(step);
    const startedAt = Date.now();
    const own = join(folder, String(index + 1));
    mkdirSync(own, { recursive: true });
    await step.run({ shell, folder: own });
    onDone(step, (Date.now() - startedAt) / 1000);
  }
}

function textOf({ content }) {
  return content.map(({ text }) => text ?? "").join("\n");
}

function expectText(text, expected) {
  const isThere = typeof expected === "string" ? text.includes(expected) : expected.test(text);
  if (!isThere) throw new Error(`Expected ${expected} in:\n\n${text}`);
}

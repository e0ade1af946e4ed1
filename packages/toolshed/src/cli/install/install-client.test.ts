import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../../test/fixtures/temporary-folder.ts";
import { installList } from "../../home/installs.ts";
import { type ClientMachine, clients, type KnownClient } from "../../source/clients/clients.ts";
import { applyInstall, type InstallOptions, planInstall, revertInstall } from "./install-client.ts";

const door = { url: "http://127.0.0.1:7420/api/mcp", endpointId: "e1", token: "tsk_secret" };
const modeOf = (file: string) => statSync(file).mode & 0o777;

function setUp(id: string) {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const client = clients.find((one) => one.id === id) as KnownClient;
  const machine: ClientMachine = { platform: "linux", home, folder, environment: { PATH: "" } };
  const file = client.userFile(machine);
  const installs = installList(temporaryFolder());
  const install = (options: Partial<InstallOptions> = {}) =>
    applyInstall(
      planInstall(client, { name: "toolshed", isProject: false, ...options }, machine, installs),
      door,
      installs,
    );
  const write = (text: string, mode = 0o644) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
  };
  return { client, file, folder, home, install, installs, machine, write };
}

test("uninstall gives back the file byte for byte, with its mode, and leaves nothing beside it", () => {
  const { client, file, install, installs, write } = setUp("cursor");
  const before = '\uFEFF{\r\n\t// Mine\r\n\t"mcpServers": { "a": {}, },\r\n}';
  write(before);
  const made = install();
  expect(readFileSync(file, "utf8")).toContain("tsk_secret");
  expect(modeOf(file)).toBe(0o600);
  expect(readFileSync(`${file}.toolshed-backup`, "utf8")).toBe(before);
  expect(revertInstall(made, client, installs)).toMatchObject({ isExact: true, after: before });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(modeOf(file)).toBe(0o644);
  expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
  expect(installs.all()).toEqual([]);
});

test("uninstall removes a file that install created", () => {
  const { client, file, folder, home, install, installs, machine } = setUp("codex");
  expect(() => install()).toThrow(`Couldn't find Codex: there is no ${file}`);
  mkdirSync(dirname(file));
  const made = install();
  expect(modeOf(file)).toBe(0o600);
  revertInstall(made, client, installs);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(dirname(file))).toBe(true);

  const inProject = applyInstall(
    planInstall(client, { name: "toolshed", isProject: true }, machine, installs),
    door,
    installs,
  );
  expect(readFileSync(join(folder, ".codex", "config.toml"), "utf8")).not.toContain("tsk_secret");
  revertInstall(inProject, client, installs);
  expect(readdirSync(folder)).toEqual([]);
  expect(readdirSync(home)).toEqual([".codex"]);
});

test("uninstall takes out only the entry of a file that was edited since", () => {
  const { client, file, install, installs, write } = setUp("zed");
  write('// Zed settings\n{\n  "theme": "One Dark"\n}\n');
  const made = install();
  const edited = readFileSync(file, "utf8").replace("One Dark", "Ayu");
  writeFileSync(file, edited);
  expect(revertInstall(made, client, installs)).toMatchObject({ isExact: false });
  expect(readFileSync(file, "utf8")).toBe('// Zed settings\n{\n  "theme": "Ayu"\n}\n');
  expect(existsSync(`${file}.toolshed-backup`)).toBe(true);
});

test("install follows a link, and keeps it", () => {
  const { client, file, folder, install, installs } = setUp("gemini");
  const real = join(folder, "settings.json");
  writeFileSync(real, "{}\n");
  mkdirSync(dirname(file));
  symlinkSync(real, file);
  const made = install();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("httpUrl");
  revertInstall(made, client, installs);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toBe("{}\n");
});

test("install again replaces the entry, and uninstall still goes back to the beginning", () => {
  const { client, file, install, installs, write } = setUp("vscode");
  write('{\n  "servers": {}\n}\n');
  install();
  const made = install({ transport: "stdio" });
  expect(readFileSync(file, "utf8")).not.toContain("tsk_secret");
  expect(modeOf(file)).toBe(0o644);
  expect(installs.all()).toHaveLength(1);
  revertInstall(made, client, installs);
  expect(readFileSync(file, "utf8")).toBe('{\n  "servers": {}\n}\n');
});

test("uninstall keeps a file that the client has filled since it was made", () => {
  const { client, file, install, installs, write } = setUp("cursor");
  mkdirSync(dirname(file));
  install();
  write(readFileSync(file, "utf8").replace("{", '{\n  "userID": "ann",'), 0o600);
  revertInstall(install({ transport: "stdio" }), client, installs);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ userID: "ann" });
});

test("install takes over an entry that a colleague added to the project, and uninstall leaves it", () => {
  const ann = setUp("vscode");
  const project = { name: "toolshed", isProject: true };
  ann.install(project);
  const file = join(ann.folder, ".vscode", "mcp.json");
  const shared = readFileSync(file, "utf8");
  const bob = installList(temporaryFolder());
  const made = applyInstall(planInstall(ann.client, project, ann.machine, bob), door, bob);
  expect(readFileSync(file, "utf8")).toBe(shared);
  writeFileSync(file, `${shared}\n`);
  revertInstall(made, ann.client, bob);
  expect(readFileSync(file, "utf8")).toBe(`${shared}\n`);
  expect(bob.all()).toEqual([]);
});

test("install leaves a server of the same name that is not ours", () => {
  const { install, file, write } = setUp("windsurf");
  const before = '{ "mcpServers": { "toolshed": { "serverUrl": "https://elsewhere.example" } } }';
  write(before);
  expect(() => install()).toThrow('already has a server named "toolshed"');
  install({ name: "toolshed-2" });
  expect(readFileSync(file, "utf8")).toContain("elsewhere.example");
});

test("install changes nothing in a file that is broken, and says where", () => {
  const { install, file, write } = setUp("cursor");
  write('{\n  "mcpServers": {\n    oops\n  }\n}\n');
  expect(() => install()).toThrow(`${file} can't be read: line 3:`);
  expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
});

test("install leaves no trace if another program changes the file meanwhile", () => {
  const { client, file, installs, machine, write } = setUp("cursor");
  write("{}");
  const plan = planInstall(client, { name: "toolshed", isProject: false }, machine, installs);
  writeFileSync(file, '{ "mcpServers": {} }');
  expect(() => applyInstall(plan, door, installs)).toThrow("was changed by another program");
  expect(readFileSync(file, "utf8")).toBe('{ "mcpServers": {} }');
  expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
  expect(installs.all()).toEqual([]);
});

test("a token never goes into a project's file, nor to a client that only starts programs", () => {
  expect(() => setUp("cursor").install({ isProject: true, transport: "http" })).toThrow(
    "would put your token into it",
  );
  const { install, write } = setUp("claude-desktop");
  write("{}");
  expect(() => install({ transport: "http" })).toThrow("Claude Desktop only starts programs");
  expect(install().transport).toBe("stdio");
});

test("never takes a file of someone else for its backup", () => {
  const { client, file, install, installs, write } = setUp("cursor");
  write("{}");
  writeFileSync(`${file}.toolshed-backup`, "mine");
  const made = install();
  expect(made.backup).toBe(`${file}.toolshed-backup-2`);
  revertInstall(made, client, installs);
  expect(readdirSync(dirname(file)).sort()).toEqual(["mcp.json", "mcp.json.toolshed-backup"]);
  expect(readFileSync(`${file}.toolshed-backup`, "utf8")).toBe("mine");
});

test("refuses what is not a configuration file, and changes nothing", () => {
  const { folder, install, write } = setUp("cursor");
  write("{}");
  symlinkSync(join(folder, "missing"), join(folder, "link"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  writeFileSync(join(folder, "deep.json"), "[".repeat(200_000));
  expect(() => install({ file: folder })).toThrow("is not a file");
  expect(() => install({ file: pipe })).toThrow("is not a file");
  expect(() => install({ file: join(folder, "link") })).toThrow("is a link that leads nowhere");
  expect(() => install({ file: join(folder, "deep.json") })).toThrow(/can't be read|nests too deeply/);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
});

test.each(["", "a\nb", "__proto__", "a b"])("refuses the name %j", (name) => {
  const { install, write } = setUp("cursor");
  write("{}");
  expect(() => install({ name })).toThrow("is not a name for a server");
});

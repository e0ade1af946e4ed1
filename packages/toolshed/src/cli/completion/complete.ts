import type { Command } from "commander";
import { gatewayFile } from "../../home/gateway-address.ts";
import { homeFolder } from "../../home/home.ts";
import { loginFile } from "../../home/login-file.ts";
import { type GatewayDoor, requestGateway } from "../client/request-gateway.ts";
import { invocation } from "../invocation.ts";
import { createProgram } from "../program.ts";

/** Pressing Tab must not feel slow. */
const answerMs = 1_000;

/** What the last of the words may become. The other words are those before it, without `toolshed`. */
export async function complete(words: readonly string[]): Promise<string[]> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (before.includes("--")) return [];
  const found = await candidates(before, current);
  return found.filter((candidate) => candidate.startsWith(current)).sort();
}

async function candidates(before: readonly string[], current: string): Promise<readonly string[]> {
  const program = await createProgram(before[0] ?? "");
  if (before[0] === "help") return [...namesIn(program), "settings"];
  const { command, given } = follow(program, before);
  const option = command.options.find(({ short, long }) => [short, long].includes(before.at(-1)));
  if (option?.required) return option.argChoices ?? valuesOf(option.flags.split(/[<>]/)[1]);
  if (current.startsWith("-")) {
    const long = command.options.filter(({ hidden }) => !hidden).map((one) => one.long ?? "");
    return [...long, "--help"].filter(Boolean);
  }
  if (command.commands.length > 0) return namesIn(command);
  const args = command.registeredArguments;
  const argument = args[given] ?? (args.at(-1)?.variadic ? args.at(-1) : undefined);
  return argument ? (argument.argChoices ?? valuesOf(argument.name())) : [];
}

const namesIn = (command: Command): string[] =>
  command.commands.map((one) => one.name()).filter((name) => !name.startsWith("_"));

/** The command that the words lead to, and how many arguments it has been given. */
function follow(program: Command, words: readonly string[]): { command: Command; given: number } {
  let command = program;
  let given = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const option = command.options.find(({ short, long }) => [short, long].includes(word));
    const sub = command.commands.find((one) => one.name() === word);
    if (sub) command = sub;
    else if (option?.required) index += 1;
    else if (!word.startsWith("-")) given += 1;
  }
  return { command, given };
}

/** What arguments and options of these names can be, by asking the gateway. */
const lists: Readonly<Record<string, (door: GatewayDoor, signal: AbortSignal) => Promise<string[]>>> = {
  path: async (door, signal) =>
    (await requestGateway(door, "GET /agent/tools", {}, signal)).tools.map(({ path }) => path),
  source: async (door, signal) =>
    (await requestGateway(door, "GET /sources", {}, signal)).sources.map(({ id }) => id),
  provider: async (door, signal) =>
    (await requestGateway(door, "GET /connections", {}, signal)).providers.map(({ id }) => id),
  role: async (door, signal) =>
    (await requestGateway(door, "GET /roles", {}, signal)).roles.map(({ name }) => name),
  endpoint: async (door, signal) =>
    (await requestGateway(door, "GET /endpoints", { query: {} }, signal)).endpoints.map(({ name }) => name),
};

/** Nothing where no gateway runs: completing never starts one. */
async function valuesOf(name = ""): Promise<string[]> {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  const home = homeFolder(invocation());
  const login = name === "path" ? loginFile(home).read() : undefined;
  const door = login ? { url: login.url, secret: login.token } : gatewayFile(home).read();
  if (!list || !door) return [];
  return list(door, AbortSignal.timeout(answerMs)).catch(() => []);
}

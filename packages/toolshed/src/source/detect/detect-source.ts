import { isObject } from "../../json/json-object.ts";
import { dataBounds, JsonError, parseJson } from "../../json/parse-json.ts";
import { cleanText } from "../clean-text.ts";
import { jsoncFormat } from "../clients/formats/jsonc.ts";
import {
  entriesIn,
  type FoundServer,
  placeholder,
  serversIn,
  toId,
  toServer,
  urlOf,
} from "./read-servers.ts";
import { splitCommand } from "./split-command.ts";
import { nameOfCommand, nameOfTitle, nameOfUrl } from "./suggest-name.ts";

/** Something that may be added as a source. */
export interface Candidate {
  /** A suggestion. */
  readonly id: string;
  readonly name: string;
  /** `address` is a URL of which only its server knows if it is an MCP server or a document. */
  readonly kind: "mcp" | "openapi" | "address";
  /** What will be run, reached or read, in a line for people. */
  readonly target: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secrets: FoundServer["secrets"];
  /** The names in `secrets` whose values have to be filled in. */
  readonly missing: readonly string[];
  readonly problem?: string;
}

export interface Detection {
  readonly candidates: readonly Candidate[];
  /** Why there are none. */
  readonly problem?: string;
}

/** All of this is read on the main thread. */
const maxConfigLength = 512 * 1024;
const maxCommandLength = 16 * 1024;
const maxServers = 100;
const noSecrets: FoundServer["secrets"] = { env: {}, headers: {} };

const unknown =
  "This is not a URL, a command, an mcpServers configuration or an OpenAPI document. Check that all of it was pasted.";

const tooLarge = 'This configuration has more than 512 KB. Paste only its "mcpServers".';

/** Tells what a pasted text is. Asks nobody, runs nothing, and reads hostile text within bounds. */
export function detectSource(pasted: string): Detection {
  const text = pasted.replace(/^\uFEFF/, "").trim();
  if (text === "") return { candidates: [] };
  if (looksLikeDocument(text)) return { candidates: [toDocument(text)] };
  if (text.length > maxConfigLength) return none(text.startsWith("{") ? tooLarge : unknown);
  if (/^https?:(?:\/\/\S*|\/?)$/i.test(text)) return detectUrl(text);
  if (/^["{[]|^\/[/*]/.test(text)) return detectConfig(text);
  return detectCommand(text);
}

const none = (problem: string): Detection => ({ candidates: [], problem });

function detectUrl(text: string): Detection {
  if (!URL.canParse(text)) return none("This URL is not complete. Check it and try again.");
  const url = new URL(text);
  if (url.username || url.password)
    return none("Leave the user name and password out of the URL, and connect the source instead.");
  return {
    candidates: [
      {
        id: toId(nameOfUrl(text)),
        name: url.host,
        kind: "address",
        target: url.origin + url.pathname,
        config: { url: text },
        secrets: noSecrets,
        missing: [],
      },
    ],
  };
}

/** The configuration of a client, a part of one, or a single server. */
function detectConfig(text: string): Detection {
  const root = parseConfig(text) ?? parseConfig(`{${text.replace(/,$/, "")}}`);
  if (!root) return none("This is not valid JSON. Check that all of it was pasted.");
  const servers = [serversIn(root), single(root), serversIn({ mcpServers: root })].find(
    ({ length }) => length > 0,
  );
  if (!servers) return none(whyNoServers(root));
  return { candidates: servers.slice(0, maxServers).map(toCandidate) };
}

function whyNoServers(root: Record<string, unknown>): string {
  const [entry] = entriesIn(root);
  if (!entry) return 'No servers were found in this JSON. Paste an object with "mcpServers", or one server.';
  const [name, server] = entry;
  return urlOf(server) === undefined
    ? `The server "${shown(name)}" has neither a "command" nor a "url".`
    : `The URL of the server "${shown(name)}" is not complete.`;
}

function single(root: Record<string, unknown>): FoundServer[] {
  const server = toServer(typeof root.name === "string" ? root.name : "", root);
  if (!server) return [];
  const { config } = server;
  const suggested =
    config.transport === "stdio" ? nameOfCommand([config.command, ...config.args]) : nameOfUrl(config.url);
  const name = server.name || suggested;
  return [{ ...server, name, id: toId(name) }];
}

/** JSON, perhaps with comments. Undefined if it is neither, or has more than a configuration has. */
function parseConfig(text: string): Record<string, unknown> | undefined {
  try {
    const parsed = parseJson(text, { ...dataBounds, depth: 64, values: 20_000 });
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof JsonError && error.reason !== "syntax") return undefined;
  }
  try {
    // Nested too deep, it throws as well.
    return jsoncFormat.parse(text);
  } catch {
    return undefined;
  }
}

function toCandidate({ id, name, config, secrets }: FoundServer): Candidate {
  const isProgram = config.transport === "stdio";
  const inTarget = isProgram ? [config.command, ...config.args, config.cwd ?? ""].join("\0") : config.url;
  const all = { ...secrets.env, ...secrets.headers };
  return {
    id,
    name: shown(name),
    kind: "mcp",
    target: shown(isProgram ? [config.command, ...config.args].join(" ") : hideQuery(config.url)),
    config,
    secrets,
    missing: Object.keys(all).filter((key) => isBlank(all[key] ?? "")),
    ...(placeholder.test(inTarget) && {
      problem: `Replace ${shown(placeholder.exec(inTarget)?.[0] ?? "")} with its value first: only the program that wrote it knows that.`,
    }),
  };
}

/** Examples come with a text in place of the key. */
const isBlank = (value: string): boolean =>
  value.trim() === "" || placeholder.test(value) || /^<[^<>]*>$|^(?:bearer )?your[-_ ]|^x{4,}$/i.test(value);

const hideQuery = (url: string): string => new URL(url).origin + new URL(url).pathname;

const shown = (text: string): string => cleanText(text).replace(/\s+/g, " ").slice(0, 300);

const clientCommands = new Set(["claude", "codex", "gemini", "toolshed"]);

/** What stands after `--` in the command that adds a server to a client. */
function withoutClient(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  const isAdding = clientCommands.has(words[0] ?? "") && words.slice(0, Math.max(end, 0)).includes("add");
  return isAdding && end < words.length - 1 ? words.slice(end + 1) : words;
}

function detectCommand(text: string): Detection {
  if (text.length > maxCommandLength) return none(unknown);
  const line = text.replace(/^\$\s+/, "");
  if (/[\r\n]/.test(line.replace(/\\\r?\n/g, ""))) return none(unknown);
  const { words: typed, env, problem } = splitCommand(line);
  const words = withoutClient(typed);
  const [command = "", ...args] = words;
  if (!/^[\w.@~/\\:-]+$/.test(command)) return none(unknown);
  // One word may be a program, but a host without its https:// is more likely.
  if (
    args.length === 0 &&
    /^[\w-]+(?:\.[\w-]+)+(?:[/:].*)?$/.test(command) &&
    !/\.(?:exe|cmd|sh|py|[cm]?js)$/i.test(command)
  )
    return none(`To add a server at an address, write it in full: https://${shown(command)}`);
  const name = nameOfCommand(words);
  return {
    candidates: [
      {
        id: toId(name),
        name: shown(name),
        kind: "mcp",
        target: shown(words.join(" ")),
        config: { transport: "stdio", command, args },
        secrets: { env, headers: {} },
        missing: Object.keys(env).filter((key) => isBlank(env[key] ?? "")),
        ...(problem !== undefined && { problem }),
      },
    ],
  };
}

/** Only the beginning of a line, or of a JSON object, counts: a description may mention the word. */
const documentKey = /(?:^|[\n{,])[ \t]{0,200}["']?(?:openapi|swagger)["']?\s{0,20}:\s{0,20}["']?\d/;
const titleKey = /["']?\btitle["']?\s{0,20}:\s{0,20}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\n,}]{1,200}))/;

const looksLikeDocument = (text: string): boolean =>
  documentKey.test(text) && !/^\s*["{][\s\S]{0,2000}"(?:mcpServers|command)"\s*:/.test(text);

function toDocument(text: string): Candidate {
  const info = /["']?\binfo["']?\s{0,20}:/.exec(text);
  const [, ...titles] = titleKey.exec(text.slice(info?.index ?? 0, (info?.index ?? 0) + 5_000)) ?? [];
  const title = shown(titles.find((one) => one !== undefined) ?? "").trim();
  return {
    id: toId(nameOfTitle(title) || "api"),
    name: title || "API",
    kind: "openapi",
    target: title || "OpenAPI document",
    config: { text },
    secrets: noSecrets,
    missing: [],
  };
}

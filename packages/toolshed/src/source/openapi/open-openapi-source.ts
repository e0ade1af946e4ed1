import type { ParsedArguments } from "@toolshed/sdk";
import type { Jobs } from "../../jobs/jobs.ts";
import { refusalCode } from "../../net/address-guard.ts";
import { networkReason } from "../../net/network-reason.ts";
import { UserError } from "../../user-error.ts";
import type { Outline } from "../review/outline-tool.ts";
import {
  quarantineBy,
  review,
  type ToolChange,
  type ToolSnapshot,
  type ToolSnapshots,
} from "../review/review.ts";
import { type FormerTool, maxFormerTools, type ShownTool, toFormer } from "../review/reviewed-tool.ts";
import type { JsonSchema, ParameterText, SourceCall, SourceTool } from "../source.ts";
import { type OpenOptions, type OpenSource, type SourceRecord, webPage } from "../source-kind.ts";
import type { ApiOptions } from "./create-openapi-source.ts";
import {
  type FoundApi,
  isListed,
  type ListedApi,
  type ListedText,
  listApi,
  openListed,
  textOf,
} from "./listed-api.ts";
import type { OpenapiConfig } from "./openapi-config.ts";
import type { ListedOperation } from "./operation/listing.ts";
import type { Fetch, OperationTool } from "./operation-tool.ts";

/** A fetch that may hold connections. */
export type ClosableFetch = Fetch & { close?(): Promise<void> };

/** An API in use. It is built from its stored document, without any request. */
export async function openOpenapiSource(
  first: SourceRecord,
  { onFound }: OpenOptions,
  { createFetch, jobs }: { createFetch(): Promise<ClosableFetch>; jobs: Jobs },
): Promise<OpenSource> {
  const { id } = first;
  const config = first.config as OpenapiConfig;
  const isFromFile = config.url === undefined;
  let fetching: Promise<ClosableFetch> | undefined;
  const options: ApiOptions = {
    id,
    ...config,
    async fetch(...request) {
      fetching ??= createFetch();
      return (await fetching)(...request);
    },
  };

  let record = first;
  let api: ListedApi | undefined;
  /** The stored text that it was made from. */
  let storedText: string | undefined;
  /** What a newer text has become, until that is stored and taken on. */
  let newer: ListedApi | undefined;
  let snapshots: ToolSnapshots = {};
  let changes: readonly ToolChange[] = [];
  let tools: readonly SourceTool[] = [];

  async function takeOn(next: SourceRecord): Promise<void> {
    record = next;
    const found = record.found as FoundApi | null;
    if (found !== null && textOf(found) !== storedText) {
      const text = textOf(found);
      const known = [newer, api].find((candidate) => candidate?.text === text);
      api = known ?? (await openListed(found, options, jobs));
      storedText = text;
      newer = undefined;
      snapshots = snapshotTools(api);
    }
    changes = review(snapshots, record.snapshots, record.trust, record.rejected);
    tools = api ? toTools(api) : [];
  }

  function toTools({ listing, toolOf }: ListedApi): SourceTool[] {
    const quarantineOf = quarantineBy(changes, id);
    return listing.tools.map(
      (listed) => new LazyTool(listed, toolOf, quarantineOf(listed.path, listed.path)),
    );
  }

  /** Reads a new text, and reports it once it is known to be a document. */
  async function look(text: string | undefined): Promise<FoundApi> {
    const looked = await listApi(text ?? (await fetchDocument(options.url, options.fetch)), options, jobs);
    const found = { ...toFound(looked), former: formerOf(looked) };
    if (looked.text !== api?.text) {
      newer = looked;
      onFound(found);
    }
    return found;
  }

  const storedFormer = (path: string): FormerTool | undefined => {
    const former = (record.found as Partial<ListedText> | null)?.former ?? {};
    const known = Object.hasOwn(former, path) ? former[path] : undefined;
    return known && record.snapshots[path]?.hash === known.hash ? known : undefined;
  };

  /** The tools as an admin had seen them, of those that the newer document changes or lacks. */
  function formerOf(next: ListedApi): Record<string, FormerTool> {
    const hashes = new Map(next.listing.tools.map(({ path, hash }) => [path, hash]));
    const former: [string, FormerTool][] = [];
    for (const listed of api?.listing.tools ?? []) {
      const { path, hash } = listed;
      const seen = record.snapshots[path]?.hash;
      if (seen === undefined || hashes.get(path) === seen) continue;
      const known = hash === seen ? toFormer(hash, shownOf(path, api)) : storedFormer(path);
      if (known) former.push([path, known]);
      if (former.length === maxFormerTools) break;
    }
    return Object.fromEntries(former);
  }

  await takeOn(first);
  // Only at the start: gateways that read documents in different ways would otherwise answer each other forever.
  if (api && !isListed(first.found as FoundApi)) onFound(toFound(api));
  return {
    get source() {
      return { id, tools };
    },
    get providers() {
      return api?.listing.providers ?? [];
    },
    get snapshots() {
      return snapshots;
    },
    get status(): OpenSource["status"] {
      return {
        target: config.url ?? api?.listing.title ?? id,
        state: "running",
        reason: null,
        restarts: 0,
        stderr: [],
        changes,
        flags: api ? [...api.listing.oddities, ...api.listing.skipped] : [],
        ...(isFromFile && { fromFile: true }),
      };
    },
    reviewed(path) {
      const after = api?.listing.tools.some((listed) => listed.path === path)
        ? shownOf(path, api)
        : undefined;
      const isSeen = record.snapshots[path]?.hash === snapshots[path]?.hash;
      return { path, before: isSeen ? after : storedFormer(path)?.tool, after };
    },
    update: takeOn,
    // Only a person can give a file again.
    find: async () => (isFromFile ? api && toFound(api) : look(undefined)),
    async readDocument(text) {
      if (isFromFile) return look(text);
      throw new UserError(`${id} has an address and is asked there: toolshed sources refresh ${id}.`);
    },
    async close() {
      await (await fetching)?.close?.();
    },
  };
}

const toFound = ({ text, listing }: ListedApi): ListedText => ({ text, listing });

function shownOf(path: string, api: ListedApi | undefined): ShownTool {
  const listed = api?.listing.tools.find((one) => one.path === path) as ListedOperation;
  const { description, inputSchema, outputSchema, destructive, request, credentials } = (
    api as ListedApi
  ).toolOf(listed);
  return {
    title: listed.name,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    properties: { request, credentials, destructive: String(destructive) },
  };
}

const timeoutMs = 60_000;

export async function fetchDocument(url: string | undefined, fetch: Fetch): Promise<string> {
  if (url === undefined || !URL.canParse(url))
    throw new UserError("Give the document as a file or as a full URL.");
  const accept = "application/json, application/yaml, text/yaml, */*;q=0.8";
  const response = await fetch(url, { headers: { accept }, signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: Error) => {
      if (networkReason(error) !== undefined)
        throw new UserError(`${error.message}. Check the address and try again.`);
      throw new UserError(`The document cannot be fetched: ${error.message}`, { code: refusalCode(error) });
    },
  );
  if (!response.ok) {
    throw new UserError(
      `The document cannot be fetched: ${new URL(url).host} answers with ${response.status}.`,
    );
  }
  const text = await response.text();
  if (isWebPage(text, response.headers.get("content-type") ?? ""))
    throw new UserError("This URL serves a web page, not an MCP server or an OpenAPI document.", {
      code: webPage,
    });
  return text;
}

/** Some servers send every file as HTML, and others forget to say it. */
const isWebPage = (text: string, type: string): boolean =>
  /^\s*<(?:!doctype\s+html|html)\b/i.test(text) || (/^text\/html\b/i.test(type) && /^\s*</.test(text));

/** The tools of a document as an admin sees them. */
function snapshotTools({ listing, outlineOf }: ListedApi): ToolSnapshots {
  return Object.fromEntries(
    listing.tools.map((listed) => {
      const snapshot: ToolSnapshot = {
        hash: listed.hash,
        sensitive: !listed.readOnly || listed.authProvider !== undefined,
        ...(listed.flagged && { flagged: listed.flagged }),
        // Only a tool that has changed, and a source that is stored, need this: a start does not.
        get outline(): Outline {
          return outlineOf(listed);
        },
      };
      return [listed.path, snapshot];
    }),
  );
}

type ToolOf = (listed: ListedOperation) => OperationTool;

/** A tool that is made when it is read or called: most of a large document never are. A class, since there are so many. */
class LazyTool implements SourceTool {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly destructive: boolean;
  readonly readOnly: boolean;
  readonly parameters: readonly ParameterText[];
  readonly authProvider?: string;
  readonly quarantined: string | undefined;
  readonly #listed: ListedOperation;
  readonly #toolOf: ToolOf;

  constructor(listed: ListedOperation, toolOf: ToolOf, quarantined: string | undefined) {
    this.path = listed.path;
    this.name = listed.name;
    this.description = listed.description;
    this.destructive = !listed.readOnly;
    this.readOnly = listed.readOnly;
    this.parameters = listed.parameters;
    if (listed.authProvider !== undefined) this.authProvider = listed.authProvider;
    this.quarantined = quarantined;
    this.#listed = listed;
    this.#toolOf = toolOf;
  }

  get inputSchema(): JsonSchema {
    return this.#toolOf(this.#listed).inputSchema;
  }

  get outputSchema(): JsonSchema | undefined {
    return this.#toolOf(this.#listed).outputSchema;
  }

  async parse(args: unknown): Promise<ParsedArguments> {
    return this.#toolOf(this.#listed).parse(args);
  }

  async run(input: unknown, call: SourceCall): Promise<unknown> {
    return this.#toolOf(this.#listed).run(input, call);
  }
}

import type { Tool } from "@modelcontextprotocol/client";
import type { ViewCsp, ViewPermissions } from "@toolshed/sdk";
import { isObject } from "../../../json/json-object.ts";
import { createTimeSlices } from "../../../work/time-slices.ts";
import { cleanText } from "../../clean-text.ts";
import { createDigest, type Digest } from "../../review/digest.ts";
import { digestPhrases } from "../../review/flagged-phrases.ts";
import { type Outline, outlineTool } from "../../review/outline-tool.ts";
import {
  isHeldBack,
  quarantineBy,
  review,
  type ToolChange,
  type ToolSnapshot,
  type ToolSnapshots,
} from "../../review/review.ts";
import {
  type FormerTool,
  maxFormerTools,
  type ReviewedTool,
  type ShownTool,
  toFormer,
  toProperties,
} from "../../review/reviewed-tool.ts";
import { type SourceTool, type ViewNeeds, viewUriIn } from "../../source.ts";
import type { OpenStatus, SourceRecord } from "../../source-kind.ts";
import { passMeta } from "../content/pass-result.ts";
import { stableHash, type ToolDefinition, type ToolDefinitions, toDefinitions } from "./tool-definition.ts";
import { toToolPaths } from "./tool-paths.ts";

export interface ReviewOptions {
  readonly id: string;
  readonly authProvider: string | undefined;
  /** How the tool of this definition is called. */
  toRun(tool: Tool, hash: string, path: string): SourceTool["run"];
}

type McpTool = SourceTool & { readonly upstreamName: string };
type Seen = Pick<SourceRecord, "snapshots" | "rejected" | "trust">;

/** The tools of a server, of which those may be used that are as an admin has seen them. */
export class ReviewedTools {
  readonly #options: ReviewOptions;
  /** What the Views of the tools are made of, by the server's addresses, as far as they have been read. */
  readonly #views = new Map<string, ReadView>();
  /** As an admin had seen them, of those that have changed since. */
  readonly #former = new Map<string, FormerTool>();
  /** A tool does not change; another takes its place. */
  readonly #outlines = new WeakMap<SourceTool, Outline>();
  /** By the tools as they are listed. */
  readonly #flagged = new WeakMap<Tool, readonly string[]>();
  #seen: Seen;
  /** As the server lists them. */
  #listed: readonly Tool[] = [];
  #definitions: ToolDefinitions = new Map();
  #tools: ReadonlyMap<string, McpTool> = new Map();
  /** What is not as an admin has seen it. */
  changes: readonly ToolChange[] = [];
  /** What may be shown: tools that wait for an admin refuse their calls. It stays the same until something changes. */
  offered: readonly McpTool[] = [];

  constructor(options: ReviewOptions, seen: Seen) {
    this.#options = options;
    this.#seen = seen;
  }

  /** What is odd about them. */
  get flags(): OpenStatus["flags"] {
    const odd = [...this.#definitions.values()].filter(({ flags }) => flags.length > 0);
    return odd.map(({ tool, flags }) => ({ name: tool.name, flags }));
  }

  /** As they are stored. */
  get found(): HashedTool[] {
    return this.#listed.map(({ former: _, ...tool }: HashedTool) => {
      const view = this.#views.get(viewUriOf(tool) ?? "");
      const former = this.#formerOf(tool.name);
      return {
        ...tool,
        ...(view && {
          viewHash: view.hash,
          viewSize: view.size,
          viewCsp: view.csp,
          viewPermissions: view.permissions,
        }),
        ...(former && { former }),
      };
    });
  }

  get viewUris(): ReadonlySet<string> {
    return new Set([...this.#definitions.values()].flatMap(({ tool }) => viewUriOf(tool) ?? []));
  }

  /** The tools as they are listed now, for an admin to approve. */
  get snapshots(): ToolSnapshots {
    const digest = createDigest();
    const snapshots: Record<string, ToolSnapshot> = Object.create(null);
    for (const [name, tool] of this.#tools) {
      const definition = this.#definitions.get(name) as ToolDefinition;
      const read = this.#views.get(viewUriOf(definition.tool) ?? "");
      const { view, viewSize, viewNeeds } = read
        ? { view: read.hash, viewSize: read.size, viewNeeds: describeNeeds(read) }
        : { ...this.#seen.snapshots[name] };
      const outline = () => this.#outlineOf(tool, digest);
      const flagged = () => this.#flaggedIn(definition.tool);
      snapshots[name] = {
        hash: definition.hash,
        sensitive: tool.destructive || this.#options.authProvider !== undefined,
        ...(view !== undefined && { view, viewSize }),
        ...(viewNeeds && { viewNeeds }),
        // Only a tool that has changed, and a source that is stored, need these: a start does not.
        get outline() {
          return outline();
        },
        get flagged() {
          return flagged();
        },
      };
    }
    return snapshots;
  }

  /** Takes what a server lists. Tells whether anything is other than it was, for which nothing else is done if not. */
  async read(next: readonly unknown[]): Promise<boolean> {
    const before = this.#definitions;
    const after = await toDefinitions(next, before);
    const isSameList = after.size === before.size;
    if (isSameList && [...after].every(([name, definition]) => before.get(name) === definition)) return false;
    const tools = await this.#toTools(after);
    this.#keepFormer(after);
    this.#listed = next.filter((tool): tool is Tool => after.has(Object(tool).name));
    this.#definitions = after;
    this.#tools = tools;
    await this.#prepareReview();
    this.review();
    return !isSameList || [...after].some(([name, { hash }]) => before.get(name)?.hash !== hash);
  }

  /** The same where only some of the tools are listed: what one person does not see is not gone. */
  readSome(next: readonly unknown[]): Promise<boolean> {
    const names = new Set(next.map((tool) => Object(tool).name));
    return this.read([...next, ...this.#listed.filter(({ name }) => !names.has(name))]);
  }

  /** Takes on what is stored. */
  async restore(stored: readonly HashedTool[], seen: Seen): Promise<void> {
    this.#seen = seen;
    for (const tool of stored) {
      const uri = viewUriOf(tool);
      const { viewHash: hash, viewSize: size, viewCsp: csp, viewPermissions: permissions } = tool;
      if (uri !== undefined && hash !== undefined) this.#views.set(uri, { hash, size, csp, permissions });
      if (tool.former) this.#former.set(tool.name, tool.former);
    }
    await this.read(stored);
  }

  /** Says which tools may be used, by what an admin has seen. */
  review(seen: Seen = this.#seen): void {
    this.#seen = seen;
    this.changes = review(this.snapshots, seen.snapshots, seen.trust, seen.rejected);
    const quarantineOf = quarantineBy(this.changes, this.#options.id);
    this.offered = [...this.#tools].map(([name, tool]) => {
      const quarantined = quarantineOf(name, tool.path);
      return quarantined === undefined ? tool : { ...tool, quarantined };
    });
  }

  /** Whether a tool is no longer what it was when it had this hash. */
  hasChanged(name: string, hash: string): boolean {
    const isChange = (change: ToolChange) => change.name === name && !change.view;
    return this.#definitions.get(name)?.hash !== hash && this.changes.some(isChange);
  }

  /** Takes note of a View that was read. Tells whether that changes what an admin has to see. */
  noteView(uri: string, result: Readonly<Record<string, unknown>>): boolean {
    if (!this.viewUris.has(uri)) return false;
    const hash = stableHash(result.contents);
    const known = this.#views.get(uri);
    if (known?.hash === hash && known.csp && known.permissions) return false;
    this.#views.set(uri, { hash, size: sizeOf(result.contents), ...needsOf(result.contents) });
    // Stored before what it asks for was.
    if (known?.hash === hash) return true;
    const before = JSON.stringify(this.changes);
    this.review();
    // One that differs each time is reported once.
    return before !== JSON.stringify(this.changes);
  }

  /** What a View asks for, unless it waits for an admin. */
  viewNeeds(uri: string): ViewNeeds | undefined {
    return this.quarantinedView(uri) === undefined ? this.#views.get(uri) : undefined;
  }

  /** Whether it was the View of a tool, which has another now: what is there is nothing that an admin sees. */
  isFormerView(uri: string): boolean {
    return this.#seen.trust !== "always" && this.#views.has(uri) && !this.viewUris.has(uri);
  }

  /** The tool whose View is not the one that an admin has seen, by its path. */
  quarantinedView(uri: string): string | undefined {
    const quarantined = this.changes.find((change) => {
      const tool = this.#definitions.get(change.name)?.tool;
      return change.view && isHeldBack(change) && tool && viewUriOf(tool) === uri;
    });
    return quarantined && (this.#tools.get(quarantined.name)?.path ?? quarantined.name);
  }

  /** A tool as an admin had seen it and as it is now. */
  reviewed(name: string): ReviewedTool {
    const definition = this.#definitions.get(name);
    const read = definition && this.#views.get(viewUriOf(definition.tool) ?? "");
    const { snapshots } = this.#seen;
    const seen = Object.hasOwn(snapshots, name) ? snapshots[name] : undefined;
    const isSeen = definition && seen?.hash === definition.hash;
    const after = definition && toShown(definition.tool);
    return {
      path: this.#tools.get(name)?.path,
      before: isSeen ? after : this.#formerOf(name)?.tool,
      after,
      ...(seen?.view !== undefined && {
        viewBefore: { hash: seen.view, size: seen.viewSize, needs: seen.viewNeeds },
      }),
      ...(read && { viewAfter: { hash: read.hash, size: read.size, needs: describeNeeds(read) } }),
    };
  }

  /** What is known of a tool as it was seen, unless an admin has accepted another since. */
  #formerOf(name: string): FormerTool | undefined {
    const former = this.#former.get(name);
    return former && this.#seen.snapshots[name]?.hash === former.hash ? former : undefined;
  }

  #keepFormer(after: ToolDefinitions): void {
    for (const name of [...this.#former.keys()]) if (!this.#formerOf(name)) this.#former.delete(name);
    for (const [name, { hash, tool }] of this.#definitions) {
      if (this.#former.size >= maxFormerTools) return;
      if (after.get(name)?.hash === hash || this.#seen.snapshots[name]?.hash !== hash) continue;
      const former = toFormer(hash, toShown(tool));
      if (former) this.#former.set(name, former);
    }
  }

  #outlineOf(tool: SourceTool, digest: Digest): Outline {
    const outline = this.#outlines.get(tool) ?? outlineTool(tool, digest);
    this.#outlines.set(tool, outline);
    return outline;
  }

  #flaggedIn(tool: Tool): readonly string[] {
    const flagged = this.#flagged.get(tool) ?? digestPhrases(tool);
    this.#flagged.set(tool, flagged);
    return flagged;
  }

  /** Those that a review will look at are made ready before, so that others are served meanwhile. */
  async #prepareReview(): Promise<void> {
    const slices = createTimeSlices();
    const digest = createDigest();
    for (const [name, tool] of this.#tools) {
      const definition = this.#definitions.get(name) as ToolDefinition;
      if (definition.hash === this.#seen.snapshots[name]?.hash) continue;
      if (slices.isOver()) await slices.next();
      this.#outlineOf(tool, digest);
      this.#flaggedIn(definition.tool);
    }
  }

  /** A tool that has not changed stays the same object, so that others need not look at it either. */
  async #toTools(after: ToolDefinitions): Promise<Map<string, McpTool>> {
    const { id: sourceId, authProvider, toRun } = this.#options;
    const slices = createTimeSlices();
    const made = new Map<string, McpTool>();
    const isSameNames =
      after.size === this.#tools.size && [...after.keys()].every((name) => this.#tools.has(name));
    const paths = isSameNames ? undefined : toToolPaths(sourceId, [...after.keys()]);
    for (const [name, { tool, hash }] of after) {
      if (slices.isOver()) await slices.next();
      const known = this.#tools.get(name);
      const path = (paths ? paths.get(name) : known?.path) as string;
      const isKnown = known?.path === path && this.#definitions.get(name)?.tool === tool;
      const own = isKnown ? known : toSourceTool(tool, path, { sourceId, authProvider });
      made.set(name, isKnown ? known : { ...own, run: toRun(tool, hash, path) });
    }
    return made;
  }
}

/** Nobody but the server knows what its tool does: what it does not say counts as the worst. */
export function toSourceTool(
  tool: Tool,
  path: string,
  { sourceId, authProvider }: { sourceId: string; authProvider?: string | undefined },
): Omit<SourceTool, "run"> & { upstreamName: string } {
  const { name, title, description = "", inputSchema, outputSchema, annotations } = tool;
  const readOnly = annotations?.readOnlyHint === true;
  const meta = passMeta(sourceId, tool._meta);
  return {
    path,
    name: title ?? annotations?.title ?? cleanText(name),
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    destructive: !readOnly && annotations?.destructiveHint !== false,
    readOnly,
    ...(authProvider !== undefined && { authProvider }),
    upstreamName: name,
    ...(annotations && { annotations }),
    ...(meta && { meta }),
    // The server checks its own arguments: it knows more than its schema says, and a pattern in that could hold up this process.
    async parse(args = {}) {
      return isObject(args) ? { input: args } : { problem: "expected an object" };
    },
  };
}

/** What it asks for is absent if it was read before that was stored. */
interface ReadView extends ViewNeeds {
  readonly hash: string;
  readonly size?: number | undefined;
}

/** A tool as it is stored, with what its View was when it was last read. */
export type HashedTool = Tool & {
  readonly viewHash?: string;
  readonly viewSize?: number | undefined;
  readonly viewCsp?: ViewCsp | undefined;
  readonly viewPermissions?: ViewPermissions | undefined;
  /** As an admin had seen it, if it has changed since. */
  readonly former?: FormerTool;
};

const toShown = ({
  title,
  description = "",
  inputSchema,
  outputSchema,
  annotations,
  _meta,
}: Tool): ShownTool => ({
  ...(title !== undefined && { title }),
  description,
  inputSchema,
  ...(outputSchema && { outputSchema }),
  properties: { ...toProperties(annotations ?? {}), ...viewProperty(_meta) },
});

function viewProperty(meta: Tool["_meta"]): { View?: string } {
  const uri = viewUriIn(meta);
  return uri === undefined ? {} : { View: cleanText(uri).slice(0, 300) };
}

/** How many characters a View has. */
function sizeOf(contents: unknown): number {
  const parts = Array.isArray(contents) ? contents : [];
  const lengths = parts.map((part) => String(Object(part).text ?? Object(part).blob ?? "").length);
  return lengths.reduce((sum, length) => sum + length, 0);
}

const maxDomains = 50;
const maxDomainLength = 300;
/** A host, perhaps with a port, or all below a name of two parts: nothing that could end a directive or mean everyone. */
const domainPattern =
  /^(?:https?|wss?):\/\/(?:\*\.[a-z0-9-]+\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?\/?$/i;
const isDomain = (domain: unknown): domain is string =>
  typeof domain === "string" && domain.length <= maxDomainLength && domainPattern.test(domain);

const permissionNames = ["camera", "microphone", "geolocation", "clipboardWrite"] as const;

/** The domains that the page names, as far as they are domains, and the permissions that there are. */
function needsOf(contents: unknown): ViewNeeds {
  const page: unknown = Array.isArray(contents) ? contents[0] : undefined;
  const ui = Object(Object(Object(page)._meta).ui);
  const csp = Object(ui.csp);
  const asked = permissionNames.filter((name) => isObject(Object(ui.permissions)[name]));
  const domains = (list: unknown): string[] =>
    (Array.isArray(list) ? list : []).filter(isDomain).slice(0, maxDomains);
  return {
    csp: { connectDomains: domains(csp.connectDomains), resourceDomains: domains(csp.resourceDomains) },
    permissions: Object.fromEntries(asked.map((name) => [name, {}])),
  };
}

/** The needs of a View in words, for an admin. Undefined if it was read before they were stored. */
function describeNeeds({ csp, permissions }: ViewNeeds): string[] | undefined {
  if (!csp || !permissions) return undefined;
  return [
    ...(csp.connectDomains ?? []).map((domain) => `connects to ${domain}`),
    ...(csp.resourceDomains ?? []).map((domain) => `loads from ${domain}`),
    ...Object.keys(permissions).map((name) => `asks for ${name}`),
  ];
}

/** The View that shows a tool's results, by the server's own address of it. */
const viewUriOf = ({ _meta }: Tool): string | undefined => viewUriIn(_meta);

import type { GuardedFetch } from "../../net/guarded-fetch.ts";
import { isSecretName } from "../../record/mask-arguments.ts";
import { createMaskSecrets, type MaskSecrets } from "../../record/mask-secrets.ts";
import { createLocalLocks } from "../../store/local-locks.ts";
import { quarantineReason, viewQuarantineReason } from "../review/review.ts";
import type { ReviewedTool } from "../review/reviewed-tool.ts";
import { type Source, type SourceCall, UpstreamError } from "../source.ts";
import type { OpenOptions, OpenSource, OpenStatus, SourceRecord } from "../source-kind.ts";
import { createMcpAuthorizer } from "./auth/mcp-authorizer.ts";
import { toGatewayUri } from "./content/pass-result.ts";
import {
  hasAuth,
  type McpConfig,
  type McpSecrets,
  privateHosts,
  providerId,
  type RemoteConfig,
  toProvider,
  withoutQuery,
} from "./mcp-config.ts";
import { McpUpstream } from "./mcp-upstream.ts";
import type { RunningPrograms } from "./program/running-programs.ts";
import { createStderrTail } from "./program/stderr-tail.ts";
import { createHeaderMirror } from "./tools/mirrored-headers.ts";
import { type HashedTool, ReviewedTools, type ReviewOptions } from "./tools/reviewed-tools.ts";
import { transportsFor } from "./transports-for.ts";

export interface McpSourceOptions {
  /** The gateway's own environment, of which programs get what they need to run at all. */
  readonly environment: NodeJS.ProcessEnv;
  readonly programs: RunningPrograms;
  /** Keeps the gateway's own secrets out of what a server is quoted with. */
  readonly mask: MaskSecrets;
  /** A fetch that reaches nothing private but the hosts named. */
  createFetch(allowPrivate: readonly string[]): GuardedFetch;
  readonly idleMs: number;
  readonly startMs: number;
}

const maxViews = 100;
const invalidRequest = -32_600;

/** An MCP server in use. Nothing is started before the first call. */
export async function openMcpSource(
  record: SourceRecord,
  events: OpenOptions,
  options: McpSourceOptions,
): Promise<OpenSource> {
  const source = new McpSource(record, events, options);
  await source.open();
  return source;
}

class McpSource implements OpenSource {
  readonly providers: OpenSource["providers"];
  readonly authorizer: OpenSource["authorizer"];
  readonly #config: McpConfig;
  readonly #mask: MaskSecrets;
  readonly #fetch: GuardedFetch | undefined;
  readonly #stderr: ReturnType<typeof createStderrTail>;
  readonly #concealed: readonly string[];
  readonly #events: OpenOptions;
  readonly #tools: ReviewedTools;
  readonly #upstream: McpUpstream;
  /** What happens to the tools happens one after the other. */
  readonly #inTurn = createLocalLocks();
  #record: SourceRecord;
  #source: Source;
  /** What was last stored, or is about to be. */
  #found: unknown;

  constructor(record: SourceRecord, events: OpenOptions, options: McpSourceOptions) {
    const { id } = record;
    const config = record.config as McpConfig;
    const secrets = record.secrets as McpSecrets;
    const isRemote = config.transport !== "stdio";
    const provider = hasAuth(config) ? providerId(id) : undefined;
    const perUser = provider !== undefined && isRemote && config.owner === "person";
    this.#record = record;
    this.#events = events;
    this.#config = config;
    this.#concealed = secretValues(secrets);
    const maskOwn = createMaskSecrets(this.#concealed);
    this.#mask = (text) => maskOwn(options.mask(text));
    this.#stderr = createStderrTail(this.#mask);
    this.#fetch = isRemote ? options.createFetch(privateHosts(config)) : undefined;
    this.#tools = new ReviewedTools({ id, authProvider: provider, toRun: this.#toRun }, record);
    this.#upstream = new McpUpstream({
      ...{ id, isRemote, idleMs: options.idleMs, startMs: options.startMs },
      authProvider: provider,
      isShared: !perUser,
      takesRoots: config.roots === true,
      transports: transportsFor(config, secrets, {
        environment: options.environment,
        programs: options.programs,
        fetch: this.#fetch,
        provider,
        startMs: options.startMs,
        onStart: () => this.#stderr.begin(),
        onStderr: (chunk) => this.#stderr.write(chunk),
      }),
      onTools: (tools) => this.#takeListed(tools, perUser),
      onEnd: (reason) => events.onEnd?.(this.#mask(reason)),
      onRead: (uri, result) => this.#checkView(uri, result),
      viewNeeds: (uri) => this.#tools.viewNeeds(uri),
    });
    this.#source = { id, upstream: this.#upstream, tools: [] };
    this.providers = provider === undefined ? [] : [toProvider(provider, config as RemoteConfig)];
    const isOAuth = isRemote && config.auth?.type === "oauth";
    this.authorizer = isOAuth ? createMcpAuthorizer(config, secrets, this.#fetch as GuardedFetch) : undefined;
  }

  get source(): Source {
    const { offered: tools } = this.#tools;
    // It stays the same as long as its tools do.
    if (tools !== this.#source.tools) this.#source = { ...this.#source, tools };
    return this.#source;
  }

  get snapshots(): OpenSource["snapshots"] {
    return this.#tools.snapshots;
  }

  get status(): OpenStatus {
    const { reason, ...state } = this.#upstream.state;
    const { changes, flags } = this.#tools;
    return {
      target: targetOf(this.#config),
      ...state,
      reason: reason === null ? null : this.#mask(reason),
      stderr: this.#stderr.lines,
      changes,
      flags,
    };
  }

  reviewed(name: string): ReviewedTool {
    return this.#tools.reviewed(name);
  }

  async open(): Promise<void> {
    await this.#restore();
    this.#tools.review();
  }

  update(next: SourceRecord): Promise<void> {
    return this.#inTurn("tools", async () => {
      const { snapshots, rejected, trust } = this.#record;
      const isReviewed = next.snapshots !== snapshots || next.rejected !== rejected || next.trust !== trust;
      this.#record = next;
      if (next.found !== this.#found) await this.#restore();
      if (isReviewed) this.#tools.review(next);
    });
  }

  async find(call: SourceCall): Promise<HashedTool[]> {
    await this.#upstream.listTools(call).catch((error) => {
      if (error instanceof Error) error.message = this.#mask(error.message);
      throw error;
    });
    for (const uri of [...this.#tools.viewUris].slice(0, maxViews)) {
      const params = { uri: toGatewayUri(this.#record.id, uri) };
      // A View that cannot be read is none that an admin has seen.
      await this.#upstream.request("resources/read", params, call).catch(() => {});
    }
    return this.#tools.found;
  }

  async close(): Promise<void> {
    await this.#upstream.close();
    await this.#fetch?.close();
  }

  async #restore(): Promise<void> {
    const { found } = this.#record;
    this.#found = found;
    await this.#tools.restore((found as HashedTool[] | null) ?? [], this.#record);
  }

  #takeListed(tools: readonly unknown[], isPartial: boolean): Promise<void> {
    this.#stderr.served();
    return this.#inTurn("tools", async () => {
      const isOther = isPartial ? await this.#tools.readSome(tools) : await this.#tools.read(tools);
      if (isOther) this.#tellFound();
    });
  }

  #tellFound(): void {
    this.#found = this.#tools.found;
    this.#events.onFound(this.#found);
  }

  readonly #toRun: ReviewOptions["toRun"] = (tool, hash, path) => {
    const { name } = tool;
    const check = () => {
      if (this.#tools.hasChanged(name, hash)) throw new Error(quarantineReason(path, this.#record.id));
    };
    let mirror: ReturnType<typeof createHeaderMirror> | undefined;
    const headersFor = (args: Record<string, unknown>) => {
      mirror ??= createHeaderMirror(tool.inputSchema);
      return mirror(args);
    };
    return (input, call) => {
      for (const secret of this.#concealed) call.conceal(secret);
      return this.#upstream.callTool({ name, headersFor }, input as Record<string, unknown>, call, check);
    };
  };

  /** Throws if it is not the View that an admin has seen. */
  #checkView(uri: string, result: Readonly<Record<string, unknown>>): void {
    if (this.#tools.isFormerView(uri))
      throw new UpstreamError(invalidRequest, `${uri} is no longer the View of a tool.`);
    if (this.#tools.noteView(uri, result)) this.#tellFound();
    const path = this.#tools.quarantinedView(uri);
    if (path === undefined) return;
    // The dashboard says it with a link in place of a command.
    const data = { reason: "review", path };
    throw new UpstreamError(invalidRequest, viewQuarantineReason(path, this.#record.id), data);
  }
}

/** The values that must not come back in an answer. Other settings, such as folders, may. */
function secretValues({ env, headers }: McpSecrets): string[] {
  const secretOnes = Object.entries(env).filter(([name]) => isSecretName(name));
  const inHeaders = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  return [...secretOnes.map(([, value]) => value), ...inHeaders];
}

/** The arguments of a command and the query of an address may hold a key. */
function targetOf(config: McpConfig): string {
  return config.transport === "stdio" ? [config.command, ...config.args].join(" ") : withoutQuery(config.url);
}

import { randomUUID } from "node:crypto";
import type { SourceTool } from "../source/source.ts";
import { type OpenSource, webPage } from "../source/source-kind.ts";
import { UserError } from "../user-error.ts";
import { startDeadline } from "../work/deadline.ts";
import { Tally } from "../work/tally.ts";
import type { DraftSource, NewSource, Sources } from "./sources.ts";

/** A source to be looked at before it is added. */
export interface PreviewRequest extends Omit<NewSource, "kind"> {
  /** By which its events are told apart. */
  readonly key: string;
  /** `address` is a URL of which only its server knows if it is an MCP server or a document. */
  readonly kind: NewSource["kind"] | "address";
}

/** What was found, as it will be added. */
export type SourcePreview = Readonly<ReturnType<typeof describe>>;

export type PreviewEvent =
  | { readonly type: "progress"; readonly key: string; readonly text: string }
  /** The last lines that its program has written, without secrets. */
  | { readonly type: "output"; readonly key: string; readonly lines: readonly string[] }
  | { readonly type: "found"; readonly key: string; readonly preview: SourcePreview }
  | {
      readonly type: "failed";
      readonly key: string;
      readonly error: string;
      readonly code?: string;
      readonly lines: readonly string[];
    }
  | { readonly type: "done" };

const maxPerPerson = 2;
const maxTotal = 10;
const atATime = 3;
const connectMs = 45_000;
/** Then what was opened is closed, and adding it connects again. */
const keepMs = 5 * 60_000;
const outputMs = 200;
const maxTools = 200;
const maxDescription = 300;

/**
 * Connects to sources as adding them would, and stores nothing. What was found stays open as long as the person looks at
 * it, so that adding it needs no second connection; then it is closed, and its program ends.
 */
export class SourcePreviews {
  readonly #sources: Sources;
  readonly #running = new Tally();
  readonly #drafts = new Map<string, { readonly userId: string; readonly draft: DraftSource }>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Takes a place. Throws if too many are being looked at. */
  enter(userId: string): () => void {
    if (this.#running.of(userId) >= maxPerPerson || this.#running.total >= maxTotal)
      throw new UserError(
        "Too many sources are being connected. Close another preview, or try again in a moment.",
      );
    this.#running.add(userId, 1);
    return () => this.#running.add(userId, -1);
  }

  /** Resolves when the signal is aborted or the time is up. Nothing is open then. */
  async run(
    requests: readonly PreviewRequest[],
    userId: string,
    send: (event: PreviewEvent) => Promise<void>,
    left: AbortSignal,
  ): Promise<void> {
    const deadline = startDeadline(keepMs, left);
    const { signal } = deadline;
    const tickets: string[] = [];
    const queue = [...requests];
    const work = async () => {
      for (let request = queue.shift(); request && !signal.aborted; request = queue.shift()) {
        const draft = await this.#look(request, userId, send, signal);
        if (!draft) continue;
        const ticket = randomUUID();
        tickets.push(ticket);
        this.#drafts.set(ticket, { userId, draft });
        await send({ type: "found", key: request.key, preview: describe(draft, ticket) });
      }
    };
    try {
      const ended = await Promise.allSettled(Array.from({ length: atATime }, work));
      for (const one of ended) if (one.status === "rejected") throw one.reason;
      if (!signal.aborted) await send({ type: "done" });
      if (!signal.aborted && tickets.length > 0) await aborted(signal);
    } finally {
      deadline.clear();
      await Promise.all(tickets.map((ticket) => this.take(ticket, userId)?.open.close()));
    }
  }

  /** Hands over what was looked at. It is the receiver's from then on. */
  take(ticket: string, userId: string): DraftSource | undefined {
    const kept = this.peek(ticket, userId);
    if (kept) this.#drafts.delete(ticket);
    return kept;
  }

  peek(ticket: string, userId: string): DraftSource | undefined {
    const kept = this.#drafts.get(ticket);
    return kept?.userId === userId ? kept.draft : undefined;
  }

  async #look(
    request: PreviewRequest,
    userId: string,
    send: (event: PreviewEvent) => Promise<void>,
    left: AbortSignal,
  ): Promise<DraftSource | undefined> {
    const { key } = request;
    const deadline = startDeadline(connectMs, left);
    const { signal } = deadline;
    let lines: readonly string[] = [];
    let opened: OpenSource | undefined;
    const readOutput = async () => {
      const next = opened?.status.stderr ?? [];
      if (next.join("\n") === lines.join("\n")) return;
      lines = next;
      await send({ type: "output", key, lines });
    };
    const timer = setInterval(() => readOutput().catch(() => {}), outputMs);
    const onOpen = (open: OpenSource) => {
      opened = open;
    };
    try {
      const failures: UserError[] = [];
      for (const { source, text } of attemptsFor(request)) {
        await send({ type: "progress", key, text });
        try {
          return await this.#sources.draft(source, userId, { signal, onOpen });
        } catch (error) {
          if (signal.aborted || !(error instanceof UserError)) throw error;
          failures.push(error);
          if (error.code !== undefined && error.code !== webPage) break;
        }
      }
      throw failures.find(({ code }) => code === webPage) ?? failures.at(-1);
    } catch (error) {
      if (left.aborted) return undefined;
      const isKnown = error instanceof UserError;
      if (!isKnown && !deadline.isOver) throw error;
      await readOutput();
      await send({
        type: "failed",
        key,
        error: deadline.isOver
          ? `It did not answer within ${connectMs / 1000} s. Check that it starts an MCP server, and try again.`
          : (error as UserError).message,
        ...(isKnown && error.code !== undefined && { code: error.code }),
        lines,
      });
    } finally {
      deadline.clear();
      clearInterval(timer);
    }
    return undefined;
  }
}

interface Attempt {
  readonly source: NewSource;
  readonly text: string;
}

const looksLikeDocument = /\.(?:json|ya?ml)$|openapi|swagger|api-docs/i;

/** An address is tried as what it looks like first. */
function attemptsFor({ key: _, kind, ...request }: PreviewRequest): readonly Attempt[] {
  if (kind !== "address") {
    const text = kind === "openapi" ? "Reading the document…" : "Connecting…";
    return [{ source: { ...request, kind }, text }];
  }
  const { url, allowPrivate } = (request.config ?? {}) as { url?: unknown; allowPrivate?: unknown };
  if (typeof url !== "string" || !URL.canParse(url)) throw new UserError("Give a full URL.");
  const { hostname, pathname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const server: Attempt = {
    source: {
      ...request,
      kind: "mcp",
      config: { transport: "http", url, allowPrivate: allowPrivate === true },
    },
    text: "Trying it as an MCP server…",
  };
  const document: Attempt = {
    source: {
      ...request,
      kind: "openapi",
      config: { url, allowPrivate: allowPrivate === true ? [host] : [] },
      secrets: {},
    },
    text: "Trying it as an OpenAPI document…",
  };
  return looksLikeDocument.test(pathname) ? [document, server] : [server, document];
}

function describe({ record, open }: DraftSource, ticket: string) {
  const { tools } = open.source;
  const { id, kind, config, found } = record;
  return {
    /** Adds exactly this, as long as the preview is open. */
    ticket,
    ...{ id, kind },
    target: open.status.target,
    /** Its tools are not known before someone connects it. */
    unknown: found === null,
    /** How people connect it. */
    auth: open.providers.map(({ name, type }) => ({ name, type })),
    toolCount: tools.length,
    tools: tools.slice(0, maxTools).map(describeTool),
    warnings: warningsOf(kind, config, open),
  };
}

const describeTool = ({ path, name, description, readOnly, destructive }: SourceTool) => ({
  ...{ path, name, readOnly, destructive },
  description: description.slice(0, maxDescription),
});

const maxWarnings = 20;

function warningsOf(kind: string, config: unknown, open: OpenSource): string[] {
  const { url, baseUrl, auth } = config as { url?: string; baseUrl?: string; auth?: unknown };
  const asked = baseUrl ?? url;
  const isPlain =
    asked !== undefined && /^http:/i.test(asked) && !/^http:\/\/(?:localhost|127\.|\[::1\])/i.test(asked);
  const isOpen = kind === "openapi" && open.providers.length === 0 && auth === undefined;
  const odd = open.status.flags.map(({ name, flags }) => `${name}: ${flags.join(", ")}`);
  return [
    ...(isPlain ? ["The connection is not encrypted: the address starts with http://."] : []),
    ...(isOpen ? ["This document declares no authentication."] : []),
    ...odd.slice(0, maxWarnings),
    ...(odd.length > maxWarnings ? [`and ${odd.length - maxWarnings} more`] : []),
  ];
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

import type { Tool } from "@modelcontextprotocol/server";
import { sql } from "kysely";
import type { Catalog } from "../../catalog/catalog.ts";
import { selectTools } from "../../catalog/select-tools.ts";
import type { Visibility } from "../../catalog/visibility.ts";
import type { Caller } from "../../policy/caller.ts";
import type { SourceTool } from "../../source/source.ts";
import type { Store } from "../../store/store.ts";
import { createTimeSlices } from "../../work/time-slices.ts";
import { toPinnedTool } from "../endpoints/exposed-tools.ts";
import type { ListedTool } from "../listed-tool.ts";

export interface SentDefinitionsParts {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly visibility: Visibility;
}

/** What an endpoint has sent since it was last stored. */
interface Sent {
  readonly caller: Caller;
  /** How often the list was asked for, and what it last was. */
  lists: number;
  listed: readonly Tool[];
  /** The characters of answers that describe tools. */
  answers: number;
}

export interface DefinitionSummary {
  /** How often clients asked for the list of tools. */
  readonly lists: number;
  /** What all tools that they may use would have taken, in characters. */
  readonly definedChars: number;
  /** What they were sent: the list, and the answers of search_tools and read_tool. */
  readonly sentChars: number;
  /** When counting began. Nothing if nothing was counted. */
  readonly since: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Callers that are counted between two writes. */
const maxCallers = 10_000;

/**
 * Counts what clients are sent of tool definitions, beside what listing every tool would have sent. Counting only adds
 * numbers in memory; the sizes are determined when they are stored, in the background.
 */
export class SentDefinitions {
  readonly #parts: SentDefinitionsParts;
  readonly #sizes = new WeakMap<SourceTool, number>();
  #sent = new Map<string, Sent>();
  #storing: Promise<void> = Promise.resolve();

  constructor(parts: SentDefinitionsParts) {
    this.#parts = parts;
  }

  /** A client was sent the list of its tools. */
  listed(caller: Caller, tools: readonly Tool[]): void {
    const sent = this.#of(caller);
    if (!sent) return;
    sent.lists += 1;
    sent.listed = tools;
  }

  /** The same tool, whose answers are counted. */
  counting(tool: ListedTool): ListedTool {
    return {
      listed: tool.listed,
      run: async (args, visit) => {
        const outcome = await tool.run(args, visit);
        const sent = outcome.kind === "ok" ? this.#of(visit.caller) : undefined;
        if (sent && outcome.kind === "ok") {
          for (const { text } of outcome.result.content)
            if (typeof text === "string") sent.answers += text.length;
        }
        return outcome;
      },
    };
  }

  /** Stores what was counted. */
  store(): Promise<void> {
    this.#storing = this.#storing.catch(() => {}).then(() => this.#store());
    return this.#storing;
  }

  async read(userId: string | undefined): Promise<DefinitionSummary> {
    await this.store();
    const { lists, defined, sent, day } = await this.#parts.store.reads
      .selectFrom("definition_stats")
      .select(({ fn }) => [
        fn.sum("lists").as("lists"),
        fn.sum("defined_chars").as("defined"),
        fn.sum("sent_chars").as("sent"),
        fn.min("day").as("day"),
      ])
      .$if(userId !== undefined, (query) => query.where("user_id", "=", userId as string))
      .executeTakeFirstOrThrow();
    return {
      lists: Number(lists ?? 0),
      definedChars: Number(defined ?? 0),
      sentChars: Number(sent ?? 0),
      since: day === null ? null : Number(day) * dayMs,
    };
  }

  /** Forgets the days before a time. */
  async prune(before: number): Promise<void> {
    const { db } = this.#parts.store;
    await db
      .deleteFrom("definition_stats")
      .where("day", "<", Math.floor(before / dayMs))
      .execute();
  }

  #of(caller: Caller): Sent | undefined {
    // Those of a View and of the dashboard are not read by a model.
    if (caller.viewSource !== undefined) return undefined;
    const key = `${caller.userId} ${caller.endpointId ?? caller.via}`;
    let sent = this.#sent.get(key);
    if (!sent && this.#sent.size < maxCallers) {
      sent = { caller, lists: 0, listed: [], answers: 0 };
      this.#sent.set(key, sent);
    }
    return sent;
  }

  async #store(): Promise<void> {
    const all = [...this.#sent.values()];
    this.#sent = new Map();
    const day = Math.floor(Date.now() / dayMs);
    for (const { caller, lists, listed, answers } of all) {
      const defined = lists === 0 ? 0 : lists * (await this.#defined(caller));
      const sent = answers + (lists === 0 ? 0 : lists * JSON.stringify(listed).length);
      await this.#parts.store.db
        .insertInto("definition_stats")
        .values({ day, user_id: caller.userId, lists, defined_chars: defined, sent_chars: sent })
        .onConflict((conflict) =>
          conflict.columns(["day", "user_id"]).doUpdateSet({
            lists: sql`definition_stats.lists + excluded.lists`,
            defined_chars: sql`definition_stats.defined_chars + excluded.defined_chars`,
            sent_chars: sql`definition_stats.sent_chars + excluded.sent_chars`,
          }),
        )
        .execute();
    }
  }

  /** The characters of the definitions of all tools that the caller may use. */
  async #defined(caller: Caller): Promise<number> {
    const { isVisible } = await this.#parts.visibility(caller);
    const slices = createTimeSlices();
    let chars = 0;
    for (const tool of await selectTools(this.#parts.catalog, isVisible)) {
      if (slices.isOver()) await slices.next();
      let size = this.#sizes.get(tool);
      if (size === undefined) {
        size = JSON.stringify(toPinnedTool(tool.path, tool)).length;
        this.#sizes.set(tool, size);
      }
      chars += size;
    }
    return chars;
  }
}

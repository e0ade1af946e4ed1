import type { Tool } from "@modelcontextprotocol/server";
import type { Catalog } from "../catalog/catalog.ts";
import { selectTools } from "../catalog/select-tools.ts";
import type { Visibility } from "../catalog/visibility.ts";
import type { Caller } from "../policy/caller.ts";
import type { SourceTool } from "../source/source.ts";
import type { DefinitionStats } from "../store/stats/definition-stats.ts";
import { createTimeSlices } from "../work/time-slices.ts";
import { toPinnedTool } from "./endpoints/exposed-tools.ts";
import type { ListedTool } from "./listed-tool.ts";

export interface SentDefinitionsParts {
  readonly stats: DefinitionStats;
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

  /** All that was counted of a person's clients, or of everybody's. */
  async read(userId: string | undefined): ReturnType<DefinitionStats["read"]> {
    await this.store();
    return this.#parts.stats.read(userId);
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
    for (const { caller, lists, listed, answers } of all) {
      const definedChars = lists === 0 ? 0 : lists * (await this.#defined(caller));
      const sentChars = answers + (lists === 0 ? 0 : lists * JSON.stringify(listed).length);
      await this.#parts.stats.add({ userId: caller.userId, lists, definedChars, sentChars });
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

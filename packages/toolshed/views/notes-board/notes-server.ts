import type { App, CallToolResult } from "@toolshed/apps";
import { type Draft, type Note, type NoteList, readList, readNote, textOf } from "./note.ts";

/** The most that the server lists. */
export const MOST_NOTES = 100;

/** A person may have to approve a change first. */
const CHANGE_TIMEOUT_MS = 10 * 60_000;

/** The tools of the plugin that the board uses. Each throws what a person can read. */
export class NotesServer {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Whether the host lets Views call tools. */
  get isAvailable(): boolean {
    return this.#app.getHostCapabilities()?.serverTools !== undefined;
  }

  async load(query: string): Promise<NoteList> {
    const limit = MOST_NOTES;
    const result = query
      ? await this.#call("samples.notes.search", { query, limit })
      : await this.#call("samples.notes.list", { limit });
    return expectData(readList(result));
  }

  async create(draft: Draft): Promise<Note> {
    return expectData(readNote(await this.#change("samples.notes.create", { ...draft })));
  }

  async update(id: string, draft: Draft): Promise<Note> {
    return expectData(readNote(await this.#change("samples.notes.update", { id, ...draft })));
  }

  async delete(id: string): Promise<void> {
    await this.#change("samples.notes.delete", { id });
  }

  #change(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
    return this.#call(name, args, CHANGE_TIMEOUT_MS);
  }

  async #call(name: string, args: Record<string, unknown>, timeout?: number): Promise<CallToolResult> {
    const options = timeout === undefined ? {} : { timeout };
    const result = await this.#app.callServerTool({ name, arguments: args }, options);
    if (result.isError) throw new Error(textOf(result).replace(/^Error: /, "") || "The call failed.");
    return result;
  }
}

function expectData<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error("The server returned something other than notes.");
  return data;
}

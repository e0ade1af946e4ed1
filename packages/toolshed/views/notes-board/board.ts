import type { CallToolResult, McpUiHostContext } from "@toolshed/apps";
import { Cards } from "./cards.ts";
import { Editor } from "./editor.ts";
import { Highlights } from "./highlights.ts";
import { type ModelContext, quote } from "./model-context.ts";
import { type Draft, matches, type Note, type NoteList, readList, readNote, textOf } from "./note.ts";
import { MOST_NOTES, type NotesServer } from "./notes-server.ts";
import { create, find, messageOf, onClick } from "./page.ts";

/** The key of the draft of a new note. */
const NEW = "";
const EMPTY: Draft = { title: "", text: "" };

/** What is still there when the host shows the same result again. */
export interface Kept {
  selectedId?: string | undefined;
  /** What is not saved yet, by the ids of notes. */
  drafts: [id: string, draft: Draft][];
}

/** The page: what it shows, and what a person does in it. */
export class Board {
  /** Called when another note is selected, or none. */
  onselection: () => void = () => {};
  /** Called when the selection or a draft has changed. */
  onchange: (kept: Kept) => void = () => {};
  readonly #server: NotesServer;
  readonly #model: ModelContext;
  readonly #cards: Cards;
  readonly #editor: Editor;
  readonly #highlights = new Highlights();
  readonly #search = find<HTMLInputElement>("search");
  readonly #drafts = new Map<string, Draft>();
  #list: NoteList | undefined;
  /** What the server was asked for; the box can filter that further. */
  #searched = "";
  #selectedId: string | undefined;
  #lastChange = "";
  #dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

  constructor(server: NotesServer, model: ModelContext) {
    this.#server = server;
    this.#model = model;
    this.#cards = new Cards(find("cards"), {
      select: (id) => this.#select(id),
      open: (id) => this.#open(id),
    });
    this.#editor = new Editor({
      save: (note, draft) => this.#save(note, draft),
      delete: (note) => this.#delete(note),
      close: (discards) => this.#close(discards),
      change: () => this.#keepDraft(),
    });
    onClick("new", () => this.#openNew());
    onClick("reload", () => this.#load(this.#searched));
    onClick("retry", () => this.#load(this.#searched));
    onClick("more", () => this.#load(this.#searched));
    this.#search.addEventListener("input", () => this.#filter());
    this.#search.addEventListener("keydown", (event) => this.#pressInSearch(event));
  }

  get selection(): Note | undefined {
    return this.#notes.find(({ id }) => id === this.#selectedId);
  }

  get formData(): Partial<Note> {
    if (!this.#editor.isOpen) return {};
    const { note, draft } = this.#editor;
    return { ...(note && { id: note.id }), ...draft };
  }

  /** Brings back what the person was doing, unless they have already begun something else. */
  restore({ selectedId, drafts }: Kept): void {
    if (this.#selectedId !== undefined || this.#drafts.size > 0) return;
    for (const [id, draft] of drafts) this.#drafts.set(id, draft);
    this.#selectedId = selectedId;
    if (this.#list) this.#select(this.selection?.id);
  }

  highlight(selector: unknown, color: unknown): string | undefined {
    return this.#highlights.set(selector, color);
  }

  /** Follows the host's language and what it lets the board do. */
  setContext({ locale, timeZone }: McpUiHostContext): void {
    try {
      this.#dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
    } catch {
      // A language or time zone that this browser does not have.
    }
    const canChange = this.#server.isAvailable;
    for (const id of ["new", "reload"]) find(id).hidden = !canChange;
    this.#editor.setReadOnly(!canChange);
    if (this.#list) this.#render();
  }

  /** Shows what the model is writing: words to search for, or a new note. */
  showInput({ query, title, text }: Record<string, unknown>): void {
    if (this.#list) return;
    if (typeof query === "string") this.#search.value = query;
    if (typeof title !== "string") return;
    const card = create("div", "card");
    card.append(create("p", "title", title), create("p", "text", typeof text === "string" ? text : ""));
    find("preview").replaceChildren(card);
    find("preview").hidden = false;
    find("count").textContent = "Writing a note…";
  }

  showResult(result: CallToolResult): void {
    this.#highlights.clear();
    const created = readNote(result);
    const list = created ? { notes: [created], total: 1 } : readList(result);
    if (result.isError || !list) {
      this.#fail(textOf(result).replace(/^Error: /, "") || "The tool returned something other than notes.");
      return;
    }
    this.#searched = created ? "" : this.#search.value.trim();
    this.#show(list);
    if (!created) return;
    this.#lastChange = `The note ${quote(created.title)} was created.`;
    this.#select(created.id);
    if (this.#server.isAvailable) this.#load("");
  }

  showCancelled(reason: string | undefined): void {
    this.#fail(`The call was cancelled${reason ? `: ${reason}` : "."}`);
  }

  get #notes(): Note[] {
    return this.#list?.notes ?? [];
  }

  get #query(): string {
    return this.#search.value.trim();
  }

  #show(list: NoteList): void {
    this.#list = list;
    find("preview").hidden = true;
    find("notice").hidden = true;
    this.#select(this.selection?.id);
  }

  #fail(problem: string): void {
    find("preview").hidden = true;
    find("notice").hidden = false;
    find("problem").textContent = problem;
    find("retry").hidden = !this.#server.isAvailable;
    if (!this.#list) find("count").textContent = "";
    else this.#render();
  }

  #load(query: string): void {
    const cards = find("cards");
    cards.ariaBusy = "true";
    find("count").textContent = query ? "Searching…" : "Loading notes…";
    this.#server
      .load(query)
      .then((list) => {
        // Another search may have been started since.
        if (this.#searched === query) this.#show(list);
      })
      .finally(() => {
        cards.ariaBusy = "false";
      })
      .catch((error) => this.#fail(messageOf(error)));
    this.#searched = query;
  }

  #pressInSearch(event: KeyboardEvent): void {
    if (event.key === "Enter" && this.#server.isAvailable) this.#load(this.#query);
    else if (event.key === "Escape" && this.#search.value !== "") this.#clearSearch();
    else if (event.key === "ArrowDown") this.#cards.focus(this.#selectedId);
    else return;
    event.preventDefault();
  }

  #clearSearch(): void {
    this.#search.value = "";
    this.#search.focus();
    this.#filter();
  }

  #filter(): void {
    // The notes here are only those that were found, so all of them have to be loaded again.
    if (this.#query === "" && this.#searched !== "" && this.#server.isAvailable) this.#load("");
    else this.#render();
  }

  #select(id: string | undefined): void {
    this.#selectedId = id;
    this.#render();
    this.#tellModel();
    this.onselection();
  }

  #open(id: string): void {
    const note = this.#notes.find((candidate) => candidate.id === id);
    if (!note || this.#editor.isBusy) return;
    this.#editor.open(note, this.#drafts.get(id) ?? note);
    this.#select(id);
  }

  #openNew(): void {
    if (this.#editor.isBusy) return;
    this.#editor.open(undefined, this.#drafts.get(NEW) ?? EMPTY);
    this.#select(undefined);
  }

  #keepDraft(): void {
    const { note, draft } = this.#editor;
    const { title, text } = note ?? EMPTY;
    const key = note?.id ?? NEW;
    if (draft.title === title && draft.text === text) this.#drafts.delete(key);
    else this.#drafts.set(key, draft);
    this.#render();
    this.#tellModel();
  }

  #close(discards: boolean): void {
    if (this.#editor.isBusy) return;
    if (discards) this.#drafts.delete(this.#editor.note?.id ?? NEW);
    this.#editor.close();
    this.#render();
    this.#tellModel();
    this.#focusList();
  }

  async #save(note: Note | undefined, draft: Draft): Promise<void> {
    const saved = await (note ? this.#server.update(note.id, draft) : this.#server.create(draft));
    const { total } = this.#list ?? { total: 0 };
    this.#drafts.delete(note?.id ?? NEW);
    if (note)
      this.#replace(
        this.#notes.map((other) => (other.id === note.id ? saved : other)),
        total,
      );
    else this.#replace([saved, ...this.#notes], total + 1);
    if (!matches(saved, this.#query)) this.#search.value = "";
    this.#finish(saved.id, `The person saved the note ${quote(saved.title)}.`);
  }

  async #delete(note: Note): Promise<void> {
    await this.#server.delete(note.id);
    this.#drafts.delete(note.id);
    const at = this.#notes.findIndex(({ id }) => id === note.id);
    const rest = this.#notes.filter(({ id }) => id !== note.id);
    this.#replace(rest, (this.#list?.total ?? 1) - 1);
    this.#finish(undefined, `The person deleted the note ${quote(note.title)}.`);
    this.#cards.focus(rest[Math.min(at, rest.length - 1)]?.id);
  }

  #replace(notes: Note[], total: number): void {
    this.#list = { notes, total };
  }

  #finish(selectedId: string | undefined, change: string): void {
    this.#lastChange = change;
    this.#editor.close();
    this.#select(selectedId);
    this.#focusList();
  }

  #focusList(): void {
    if (find("cards").hidden) find("new").focus();
    else this.#cards.focus(this.#selectedId);
  }

  #tellModel(): void {
    const note = this.selection;
    this.onchange({ selectedId: note?.id, drafts: [...this.#drafts] });
    this.#model.send([
      note ? `Selected note: ${quote(note.title)} (id ${note.id}).` : "No note is selected.",
      ...(this.#drafts.size > 0 ? ["The form has changes that are not saved."] : []),
      ...(this.#lastChange ? [this.#lastChange] : []),
    ]);
  }

  #render(): void {
    const query = this.#query;
    const shown = this.#notes.filter((note) => matches(note, query));
    this.#cards.render(shown, {
      selectedId: this.#selectedId,
      isUnsaved: (id) => this.#drafts.has(id),
      formatDate: (date) => this.#formatDate(date),
    });
    const { notes, total } = this.#list ?? { notes: [], total: 0 };
    find("board").dataset.editing = String(this.#editor.isOpen);
    find("count").textContent = describeCount(shown.length, total);
    const canLoadMore = notes.length < Math.min(total, MOST_NOTES) && this.#server.isAvailable;
    find("more").hidden = !canLoadMore || query !== this.#searched;
    this.#renderEmpty(shown.length === 0 && this.#list !== undefined, query);
    this.#highlights.apply();
  }

  #renderEmpty(isEmpty: boolean, query: string): void {
    const canChange = this.#server.isAvailable;
    const hasAll = this.#searched === "" && this.#notes.length === this.#list?.total;
    const isUnsearched = query !== this.#searched && !hasAll && canChange;
    const action = find<HTMLButtonElement>("empty-action");
    find("empty").hidden = !isEmpty;
    find("empty-title").textContent = query ? "No matching notes" : "No notes yet";
    find("empty-text").textContent = query
      ? `Nothing here contains “${query}”.${isUnsearched ? " Press Enter to search all notes." : ""}`
      : "Write down an idea, a list or a reminder.";
    action.textContent = query ? "Clear search" : "Write the first note";
    action.hidden = !query && !canChange;
    action.onclick = () => (query ? this.#clearSearch() : this.#openNew());
  }

  #formatDate(text: string): string {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? "" : this.#dates.format(date);
  }
}

function describeCount(shown: number, total: number): string {
  const notes = total === 1 ? "note" : "notes";
  return shown === total
    ? `${total.toLocaleString()} ${notes}`
    : `${shown} of ${total.toLocaleString()} ${notes}`;
}

import type { Draft, Note } from "./note.ts";
import { find, messageOf, onClick } from "./page.ts";

export interface EditorEvents {
  /** Saves the open note, or a new one. Rejects with what to show in the form. */
  save(note: Note | undefined, draft: Draft): Promise<void>;
  delete(note: Note): Promise<void>;
  /** The form was left with Cancel, which discards the changes, or with Escape, which keeps them. */
  close(discards: boolean): void;
  change(): void;
}

/** The form for one note, or for a new one. */
export class Editor {
  readonly #events: EditorEvents;
  readonly #section = find("editor");
  readonly #title = find<HTMLInputElement>("title");
  readonly #text = find<HTMLTextAreaElement>("text");
  readonly #save = find<HTMLButtonElement>("save");
  #note: Note | undefined;
  #isBusy = false;

  constructor(events: EditorEvents) {
    this.#events = events;
    // A sandboxed frame blocks the submission of forms, and the event with it.
    onClick("save", () => this.#submit());
    onClick("cancel", () => events.close(true));
    onClick("delete", () => this.#confirm(true));
    onClick("keep", () => this.#confirm(false));
    onClick("confirm-delete", () => this.#remove());
    this.#section.addEventListener("input", () => events.change());
    this.#section.addEventListener("keydown", (event) => this.#press(event));
  }

  get isOpen(): boolean {
    return !this.#section.hidden;
  }

  /** The note in the form, unless it is a new one. */
  get note(): Note | undefined {
    return this.#note;
  }

  /** Whether a change is being saved. The form stays open until it is. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  get draft(): Draft {
    return { title: this.#title.value, text: this.#text.value };
  }

  open(note: Note | undefined, draft: Draft): void {
    this.#note = note;
    this.#title.value = draft.title;
    this.#text.value = draft.text;
    this.#setProblem("");
    this.#showConfirmation(false);
    find("editor-title").textContent = note ? "Edit note" : "New note";
    find("delete").hidden = !note;
    this.#section.hidden = false;
    this.#title.focus();
  }

  close(): void {
    this.#section.hidden = true;
    this.#note = undefined;
  }

  /** Without a server to call, the form only shows the note. */
  setReadOnly(isReadOnly: boolean): void {
    this.#title.readOnly = isReadOnly;
    this.#text.readOnly = isReadOnly;
    for (const id of ["save", "delete"]) find<HTMLButtonElement>(id).disabled = isReadOnly;
  }

  #press(event: KeyboardEvent): void {
    const isSave = event.key === "Enter" && (event.target === this.#title || event.ctrlKey || event.metaKey);
    if (event.key === "Escape" && !find("confirm").hidden) this.#confirm(false);
    else if (event.key === "Escape") this.#events.close(false);
    else if (isSave) this.#submit();
    else return;
    event.preventDefault();
  }

  #submit(): void {
    const draft = { title: this.#title.value.trim(), text: this.#text.value };
    this.#title.ariaInvalid = String(draft.title === "");
    if (draft.title === "") {
      this.#setProblem("Give the note a title.");
      this.#title.focus();
      return;
    }
    this.#run(() => this.#events.save(this.#note, draft));
  }

  #remove(): void {
    const note = this.#note;
    if (note) this.#run(() => this.#events.delete(note));
  }

  #run(action: () => Promise<void>): void {
    if (this.#isBusy || this.#title.readOnly) return;
    this.#setBusy(true);
    this.#setProblem("");
    action()
      .finally(() => this.#setBusy(false))
      .catch((error) => this.#setProblem(messageOf(error)));
  }

  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#section.ariaBusy = String(isBusy);
    this.#save.textContent = isBusy ? "Saving…" : "Save";
  }

  #setProblem(problem: string): void {
    find("editor-problem").textContent = problem;
    if (problem === "") this.#title.ariaInvalid = "false";
  }

  #confirm(isAsked: boolean): void {
    this.#showConfirmation(isAsked);
    find(isAsked ? "keep" : "delete").focus();
  }

  #showConfirmation(isShown: boolean): void {
    find("confirm").hidden = !isShown;
    find("actions").hidden = isShown;
  }
}

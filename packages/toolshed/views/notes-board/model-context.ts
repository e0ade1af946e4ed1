import type { App } from "@toolshed/apps";

const LONGEST_TITLE = 80;

/** Tells the model what the person does on the board, if the host passes that on. */
export class ModelContext {
  readonly #app: App;
  #sent = "";

  constructor(app: App) {
    this.#app = app;
  }

  send(sentences: readonly string[]): void {
    const text = ["The person has a notes board open.", ...sentences].join(" ");
    if (text === this.#sent || !this.#app.getHostCapabilities()?.updateModelContext) return;
    this.#sent = text;
    // The board works without it.
    this.#app.updateModelContext({ content: [{ type: "text", text }] }).catch(() => {});
  }
}

export function quote(title: string): string {
  return JSON.stringify(title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE)}…` : title);
}

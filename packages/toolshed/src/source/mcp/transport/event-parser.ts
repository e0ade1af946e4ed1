/** What stands between two blank lines of a stream of server-sent events. */
export interface ServerEvent extends Omit<ReturnType<typeof createEvent>, "data"> {
  /** Empty where there is nothing but comments and other fields. */
  readonly data: string;
}

const lineBreak = /\r\n|\r|\n/;
const field = /^([^:]*)(?:: ?)?(.*)$/s;

/** Cuts a stream into events, however it comes in chunks. The reader of the stream bounds how long an event may be. */
export class EventParser {
  readonly #decoder = new TextDecoder();
  /** Of the line that has not ended yet. */
  #open: string[] = [];
  #isAfterReturn = false;
  #event = createEvent();

  push(chunk: Uint8Array): ServerEvent[] {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (this.#isAfterReturn && text.startsWith("\n")) text = text.slice(1);
    if (text) this.#isAfterReturn = text.endsWith("\r");
    const [first = "", ...others] = text.split(lineBreak);
    this.#open.push(first);
    const events: ServerEvent[] = [];
    for (const next of others) {
      const line = this.#open.join("");
      this.#open = [next];
      if (line !== "") this.#read(line);
      else {
        const { data, ...event } = this.#event;
        events.push({ ...event, data: data.join("\n") });
        this.#event = createEvent();
      }
    }
    return events;
  }

  #read(line: string): void {
    this.#event.length += line.length;
    const [, name, value = ""] = field.exec(line) ?? [];
    if (name === "data") this.#event.data.push(value);
    else if (name === "event") this.#event.type = value;
    else if (name === "id") this.#event.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#event.retryMs = Number(value);
  }
}

const createEvent = () => ({
  type: "message",
  data: [] as string[],
  id: undefined as string | undefined,
  /** How long the server wants the client to wait before it opens the stream again. */
  retryMs: undefined as number | undefined,
  /** Of all its lines. */
  length: 0,
});

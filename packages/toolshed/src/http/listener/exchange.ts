import type { IncomingMessage, ServerResponse } from "node:http";

/** A request and its response, until the connection is done with both. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  #atEnd: (() => void)[] | undefined = [];

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    response.once("close", () => {
      const due = this.#atEnd ?? [];
      this.#atEnd = undefined;
      for (const action of due) action();
    });
  }

  /** Runs the action once the answer is sent or the client has gone, or immediately if that has happened. */
  atEnd(action: () => void): void {
    if (this.#atEnd) this.#atEnd.push(action);
    else action();
  }
}

/** Why the gateway did not answer as asked. The message is fit to be shown. */
export class RequestError extends Error {
  /** Of HTTP; 0 means that there was no answer. */
  readonly status: number;
  /** What kind of error it is, where a page can add how to go on. */
  readonly code: string | undefined;

  constructor(message: string, status: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

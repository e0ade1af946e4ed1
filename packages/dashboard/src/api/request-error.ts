/** Why the gateway did not answer as asked. The message is fit to be shown. */
export class RequestError extends Error {
  /** Of HTTP; 0 means that there was no answer. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An error that the server behind a source has answered with, or that is answered in its place, code and all. */
export class UpstreamError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

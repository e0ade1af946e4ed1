interface UserErrorOptions extends ErrorOptions {
  readonly code?: string | undefined;
}

/** Something the person at the terminal can fix. The message is one sentence with the next step. */
export class UserError extends Error {
  /** What kind of error it is: edges add hints of their own by it, and commands choose how they exit. */
  readonly code: string | undefined;

  constructor(message: string, { code, ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}

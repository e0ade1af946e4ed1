import { UserError } from "../user-error.ts";

/** There is no way to the database at the moment. The cause says more, for the log. */
export class DatabaseUnreachable extends UserError {
  constructor(cause: unknown) {
    super("The database cannot be reached; try again.", { cause });
  }
}

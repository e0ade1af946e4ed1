/** In words of SQLite, the operating system and PostgreSQL. */
const codes = new Set(["SQLITE_FULL", "ENOSPC", "53100"]);

/** Remembers that a write found no room, until one works again. */
export class FullDisk {
  isNoted = false;

  /** Notes why a query failed, and gives the error back. */
  note<Problem>(error: Problem): Problem {
    if (codes.has((error as { code?: string } | undefined)?.code ?? "")) this.isNoted = true;
    return error;
  }
}

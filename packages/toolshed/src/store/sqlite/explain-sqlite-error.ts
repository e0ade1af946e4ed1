/** What to tell the person at the terminal about an error of SQLite that only they can mend. */
export function explainSqliteError(error: unknown, home: string): string | undefined {
  const { code = "" } = (error ?? {}) as { code?: string };
  const file = `${home}/toolshed.db`;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return `The database ${file} is damaged. Restore a backup with "toolshed restore <file> --force", which moves the damaged files aside, or move ${file} away yourself to start with an empty one.`;
  }
  if (code.startsWith("SQLITE_FULL"))
    return `There is no room left on the disk of ${home}. Free some and start again.`;
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code)) {
    return `The database ${file} cannot be opened for writing. Check who owns ${home} and its files, and their permissions.`;
  }
  return undefined;
}

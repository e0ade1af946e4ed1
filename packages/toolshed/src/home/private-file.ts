import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** A small file in the home that only its owner may read. A reader sees all of it or nothing. */
export interface PrivateFile {
  read(): string | undefined;
  write(text: string): void;
  remove(): void;
}

export function privateFile(path: string): PrivateFile {
  return {
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    write(text) {
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, path);
    },
    remove: () => rmSync(path, { force: true }),
  };
}

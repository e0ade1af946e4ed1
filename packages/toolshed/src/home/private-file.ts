import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isObject } from "../json/json-object.ts";
import { UserError } from "../user-error.ts";

/** A small file in the home that only its owner may read. A reader sees all of it or nothing. */
export type PrivateFile = ReturnType<typeof privateFile>;

export function privateFile(path: string) {
  return {
    read(): string | undefined {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    write(text: string): void {
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, path);
    },
    remove: (): void => rmSync(path, { force: true }),
  };
}

/** One that holds a value as JSON. What `isValue` refuses counts as damaged. */
export function jsonFile<Value>(path: string, isValue: (value: unknown) => boolean = isObject) {
  const { read, write, remove } = privateFile(path);
  return {
    read(): Value | undefined {
      const text = read();
      if (text === undefined) return undefined;
      try {
        const value: unknown = JSON.parse(text);
        if (isValue(value)) return value as Value;
      } catch {}
      throw new UserError(`The file ${path} is damaged. Restore it from a backup, or delete it.`);
    },
    write: (value: Value): void => write(JSON.stringify(value, undefined, 2)),
    remove,
  };
}

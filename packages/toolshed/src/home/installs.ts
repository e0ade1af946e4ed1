import { join } from "node:path";
import { isObject } from "../json/json-object.ts";
import { jsonFile } from "./private-file.ts";

/** What `toolshed install` did for a client, so that `uninstall` can undo it. */
export interface Install {
  readonly client: string;
  /** Of the server in the client's configuration. */
  readonly name: string;
  readonly file: string;
  readonly transport: "http" | "stdio";
  readonly endpointId: string;
  /** Opens the endpoint. `toolshed serve --client` reads it here, so that the client's file needs none. */
  readonly token: string;
  /** What was added to the text of the file, and where. */
  readonly insertions: readonly { readonly offset: number; readonly text: string }[];
  /** Of the file with them. */
  readonly hash: string;
  /** Of the file before, or nothing if there was none. */
  readonly mode?: number;
  /** The copy of the file as it was, unless there was none. */
  readonly backup?: string;
  /** Whether the file has nothing but what was inserted: then it goes with that. */
  readonly madeFile: boolean;
  /** The outermost folder that was made for the file. */
  readonly madeFolder?: string;
  /** Whether the object of servers was made for this one. */
  readonly madeContainer: boolean;
}

/** The installs of a home, in a file that only its owner may read. */
export function installList(home: string) {
  const { read, write } = jsonFile<readonly Install[]>(join(home, "installs.json"), isInstalls);
  const all = () => read() ?? [];
  const without = (file: string, name: string) =>
    all().filter((one) => one.file !== file || one.name !== name);
  return {
    all,
    of: (client: string) => all().filter((one) => one.client === client),
    find: (file: string, name: string) => all().find((one) => one.file === file && one.name === name),
    save: (install: Install) => write([...without(install.file, install.name), install]),
    remove: ({ file, name }: Pick<Install, "file" | "name">) => write(without(file, name)),
  };
}

const isInstalls = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) &&
      ["client", "name", "file", "token", "hash"].every((name) => typeof one[name] === "string") &&
      Array.isArray(one.insertions),
  );

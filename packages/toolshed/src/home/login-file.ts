import { join } from "node:path";
import { privateFile } from "./private-file.ts";

/** The gateway elsewhere whose catalog the commands use, and the token that opens it. */
export interface Login {
  readonly url: string;
  readonly token: string;
}

export interface LoginFile {
  read(): Login | undefined;
  write(login: Login): void;
  remove(): void;
}

export function loginFile(home: string): LoginFile {
  const file = privateFile(join(home, "login.json"));
  return {
    read() {
      const text = file.read();
      return text === undefined ? undefined : JSON.parse(text);
    },
    write: (login) => file.write(JSON.stringify(login)),
    remove: () => file.remove(),
  };
}

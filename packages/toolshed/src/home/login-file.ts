import { join } from "node:path";
import { privateFile } from "./private-file.ts";

/** The gateway elsewhere whose catalog the commands use, and the token that opens it. */
export interface Login {
  readonly url: string;
  readonly token: string;
}

export type LoginFile = ReturnType<typeof loginFile>;

export function loginFile(home: string) {
  const file = privateFile(join(home, "login.json"));
  return {
    read(): Login | undefined {
      const text = file.read();
      return text === undefined ? undefined : JSON.parse(text);
    },
    write: (login: Login): void => file.write(JSON.stringify(login)),
    remove: (): void => file.remove(),
  };
}

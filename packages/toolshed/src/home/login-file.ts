import { join } from "node:path";
import { jsonFile } from "./private-file.ts";

/** The gateway elsewhere whose catalog the commands use, and the token that opens it. */
export interface Login {
  readonly url: string;
  readonly token: string;
}

export const loginFile = (home: string) => jsonFile<Login>(join(home, "login.json"));

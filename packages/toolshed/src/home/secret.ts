import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { UserError } from "../user-error.ts";
import { privateFile } from "./private-file.ts";

export const minSecretLength = 32;

/** The secret that signs sessions and wraps the key of all credentials. */
export interface HomeSecret {
  readonly current: string;
  /** One that may have been in force when credentials were sealed last. */
  readonly other?: string;
  /** Makes a new one; `adopt` has to make it count before it takes the place of the old one. */
  replace(adopt: (secret: string) => Promise<void>): Promise<void>;
  /** Forgets the other one, once everything is under the current one. */
  settle(): void;
}

/** TOOLSHED_SECRET, or one made on the first start and kept in the home. */
export function readSecret(home: string, environment: NodeJS.ProcessEnv): HomeSecret {
  const { TOOLSHED_SECRET: given, TOOLSHED_SECRET_OLD: old } = environment;
  return given ? givenSecret(given, old) : keptSecret(home);
}

function givenSecret(current: string, other: string | undefined): HomeSecret {
  if (current.length < minSecretLength) {
    throw new UserError(
      `TOOLSHED_SECRET is shorter than ${minSecretLength} characters: make one with "openssl rand -base64 32".`,
    );
  }
  return {
    current,
    ...(other && { other }),
    async replace() {
      throw new UserError(
        "The secret is given by TOOLSHED_SECRET: start once with the new one there and the old one as TOOLSHED_SECRET_OLD.",
      );
    },
    settle() {},
  };
}

function keptSecret(home: string): HomeSecret {
  const file = privateFile(join(home, "secret"));
  // Written first, so that one of the two files opens the credentials even after a crash.
  const nextFile = privateFile(join(home, "secret.next"));
  const make = () => randomBytes(32).toString("base64url");

  let current = file.read();
  if (!current) {
    current = make();
    file.write(current);
  }
  const other = nextFile.read();
  return {
    current,
    ...(other && { other }),
    async replace(adopt) {
      const next = make();
      nextFile.write(next);
      await adopt(next);
      file.write(next);
      nextFile.remove();
    },
    settle: () => nextFile.remove(),
  };
}

/** Each use of the secret has a key of its own, so that none reveals another. */
export const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)).toString("base64url");

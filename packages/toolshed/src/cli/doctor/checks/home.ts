import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWrappedBy } from "../../../credential/vault.ts";
import { privateFile } from "../../../home/private-file.ts";
import { minSecretLength } from "../../../home/secret.ts";
import { type Check, type Finding, ok, problem, skipped, warning } from "../check.ts";

/** Each holds a secret, or data that only the owner may read. */
const privateFiles = [
  "secret",
  "secret.next",
  "local-token",
  "gateway.json",
  "login.json",
  "installs.json",
  "toolshed.db",
];

export const home: Check = {
  name: "Home",
  run({ home }) {
    const stats = statSync(home, { throwIfNoEntry: false });
    if (!stats) return ok(`${home} doesn't exist yet. The first start creates it.`);
    if (!stats.isDirectory()) {
      return problem(`${home} is not a folder.`, "Set TOOLSHED_HOME to a folder that you own");
    }
    try {
      accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const fix =
        code === "EROFS" ? "Set TOOLSHED_HOME to a folder on another disk" : `sudo chown -R "$USER" ${home}`;
      return problem(`You can't write to ${home} (${code}).`, fix);
    }
    const exposed = privateFiles.map((name) => join(home, name)).filter(isOpenToOthers);
    const findings: Finding[] = exposed.map((file) =>
      problem(`Other users of this machine can read ${file}.`, `chmod 600 ${file}`),
    );
    if (exposed.length === 0 && isOpenToOthers(home)) {
      findings.push(warning(`Other users of this machine can open ${home}.`, `chmod 700 ${home}`));
    }
    return findings.length > 0 ? findings : ok(home);
  },
};

function isOpenToOthers(path: string): boolean {
  // Windows has no such permissions.
  if (process.platform === "win32") return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & 0o077) !== 0;
}

export const secret: Check = {
  name: "Secret",
  async run({ home, environment, gateway, examineStore }) {
    if (gateway) return ok("The running gateway has opened the stored credentials with it.");
    const { TOOLSHED_SECRET: given, TOOLSHED_SECRET_OLD: old } = environment;
    if (given && given.length < minSecretLength) {
      return problem(
        `TOOLSHED_SECRET is shorter than ${minSecretLength} characters.`,
        'export TOOLSHED_SECRET="$(openssl rand -base64 32)"',
      );
    }
    const where = given ? "TOOLSHED_SECRET" : join(home, "secret");
    const secrets = given
      ? [given, old]
      : [privateFile(join(home, "secret")).read(), privateFile(join(home, "secret.next")).read()];
    let wrappedKey: string | undefined;
    try {
      wrappedKey = (await examineStore())?.wrappedKey;
    } catch {
      return skipped("The database can't be read, so the secret can't be compared with it.");
    }
    if (wrappedKey === undefined) return ok("No credentials are stored yet.");
    if (secrets.some((candidate) => candidate && isWrappedBy(wrappedKey, candidate))) {
      return ok(`${where} opens the stored credentials.`);
    }
    const state = given || existsSync(where) ? "doesn't open the stored credentials" : "is missing";
    return problem(
      `${where} ${state}: they were encrypted with another secret.`,
      "Set TOOLSHED_SECRET to the secret they were encrypted with, or restore a backup: toolshed restore <file> --force",
    );
  },
};

import { sqliteFile } from "../../../store/examine-store.ts";
import { explainSqliteError } from "../../../store/sqlite/explain-sqlite-error.ts";
import { type Check, type Finding, ok, problem } from "../check.ts";
import type { Facts } from "../facts.ts";
import { fetchPage } from "../fetch-page.ts";

export const database: Check = {
  name: "Database",
  async run(facts) {
    // What a gateway has open it has checked, and knows the state of.
    if (facts.gateway && facts.address) return readiness(facts.address.url);
    const { environment, home, examineStore } = facts;
    let report: Awaited<ReturnType<Facts["examineStore"]>>;
    try {
      report = await examineStore();
    } catch (error) {
      return environment.DATABASE_URL
        ? unreachable(environment.DATABASE_URL, error)
        : unreadable(home, error);
    }
    if (!report) return ok("There is none yet. The first start creates it.");
    const { engine, damage, unknown, pending, sizeBytes } = report;
    if (damage !== undefined) return damaged(home);
    if (unknown > 0) {
      return problem(
        `The ${engine} database was made by a newer Toolshed.`,
        "npm install --global toolshed@latest, or start it with npx toolshed@latest start",
      );
    }
    const size = sizeBytes === undefined ? "" : `, ${(sizeBytes / 1024 ** 2).toFixed(1)} MB`;
    return ok(`${engine}${size}.${pending > 0 ? " The next start updates it to this version." : ""}`);
  },
};

async function readiness(url: string): Promise<Finding> {
  const page = await fetchPage(`${url}/ready`);
  if (typeof page === "object" && page.status === 200) return ok("The running gateway can use it.");
  const { status = page } = Object(typeof page === "object" ? page.body : undefined) as { status?: unknown };
  return problem(
    `The running gateway can't use it: ${String(status)}.`,
    "Check that the database runs and that its disk has space, then run toolshed doctor again",
  );
}

/** The URL has a password, so only its host and database are shown. */
function unreachable(databaseUrl: string, error: unknown): Finding {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!URL.canParse(databaseUrl)) {
    return problem(
      "DATABASE_URL is not a URL.",
      "Set it to one such as postgres://user:password@localhost/toolshed",
    );
  }
  const { host, pathname } = new URL(databaseUrl);
  return problem(
    `Couldn't open the PostgreSQL database ${host}${pathname} (${reasons[code ?? ""] ?? code ?? message}).`,
    "Check DATABASE_URL, and that the server runs: psql \"$DATABASE_URL\" -c 'select 1'",
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host not found",
  "28P01": "wrong password",
  "28000": "user not allowed",
  "3D000": "no such database",
};

function unreadable(home: string, error: unknown): Finding {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return damaged(home);
  return problem(
    explainSqliteError(error, home) ?? `${sqliteFile(home)} can't be read (${code || message}).`,
    `ls -l ${home}`,
  );
}

const damaged = (home: string): Finding =>
  problem(
    `The database ${sqliteFile(home)} is damaged.`,
    "toolshed restore <backup file> --force, which keeps the damaged files beside it",
  );

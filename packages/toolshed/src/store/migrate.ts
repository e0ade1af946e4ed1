import { type Kysely, type Migration, Migrator } from "kysely";
import { UserError } from "../user-error.ts";
import type { Database } from "./database.ts";
import { createAccounts } from "./migrations/0001-0010/0001-create-accounts.ts";
import { createEndpoints } from "./migrations/0001-0010/0002-create-endpoints.ts";
import { createPluginData } from "./migrations/0001-0010/0003-create-plugin-data.ts";
import { createCredentials } from "./migrations/0001-0010/0004-create-credentials.ts";
import { scopeEndpoints } from "./migrations/0001-0010/0005-scope-endpoints.ts";
import { createCallRecord } from "./migrations/0001-0010/0006-create-call-record.ts";
import { createTeam } from "./migrations/0001-0010/0007-create-team.ts";
import { ownEndpoints } from "./migrations/0001-0010/0008-own-endpoints.ts";
import { createOauth } from "./migrations/0001-0010/0009-create-oauth.ts";
import { shareState } from "./migrations/0001-0010/0010-share-state.ts";
import { numberCalls } from "./migrations/0011-0020/0011-number-calls.ts";
import { createSources } from "./migrations/0011-0020/0012-create-sources.ts";
import { exposeSource } from "./migrations/0011-0020/0013-expose-source.ts";
import { createRuns } from "./migrations/0011-0020/0014-create-runs.ts";
import { createApprovals } from "./migrations/0011-0020/0015-create-approvals.ts";
import { nameConnections } from "./migrations/0011-0020/0016-name-connections.ts";
import { askInRuns } from "./migrations/0011-0020/0018-ask-in-runs.ts";
import { allowPrograms } from "./migrations/0011-0020/0020-allow-programs.ts";
import { indexLists } from "./migrations/0011-0020/0020-index-lists.ts";
import { numberSources } from "./migrations/0021-0030/0021-number-sources.ts";
import { bindApprovals } from "./migrations/0021-0030/0022-bind-approvals.ts";
import { bindRuns } from "./migrations/0021-0030/0023-bind-runs.ts";
import { pageLists } from "./migrations/0021-0030/0024-page-lists.ts";
import { bindRules } from "./migrations/0021-0030/0025-bind-rules.ts";
import { indexReferences } from "./migrations/0021-0030/0026-index-references.ts";
import { ownInvitations } from "./migrations/0021-0030/0027-own-invitations.ts";
import type { Store } from "./store.ts";

/** Forward only: a migration that has been released is never changed, a new one follows it. */
const migrations = {
  "0001-create-accounts": createAccounts,
  "0002-create-endpoints": createEndpoints,
  "0003-create-plugin-data": createPluginData,
  "0004-create-credentials": createCredentials,
  "0005-scope-endpoints": scopeEndpoints,
  "0006-create-call-record": createCallRecord,
  "0007-create-team": createTeam,
  "0008-own-endpoints": ownEndpoints,
  "0010-share-state": shareState,
  "0009-create-oauth": createOauth,
  "0011-number-calls": numberCalls,
  "0014-create-runs": createRuns,
  "0015-create-approvals": createApprovals,
  "0012-create-sources": createSources,
  "0013-expose-source": exposeSource,
  "0016-name-connections": nameConnections,
  "0018-ask-in-runs": askInRuns,
  "0020-allow-programs": allowPrograms,
  "0020-index-lists": indexLists,
  "0021-number-sources": numberSources,
  "0022-bind-approvals": bindApprovals,
  "0023-bind-runs": bindRuns,
  "0024-page-lists": pageLists,
  "0025-bind-rules": bindRules,
  "0026-index-references": indexReferences,
  "0027-own-invitations": ownInvitations,
};

/** Told of what takes long while a store is opened. */
export type OpeningLog = (message: string) => void;

export async function migrate(
  db: Kysely<Database>,
  dialect: Store["dialect"],
  log: OpeningLog = () => {},
): Promise<void> {
  const provided: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(migrations)) {
    provided[name] = { up: (connection) => up(connection, dialect) };
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  const known = await migrator.getMigrations();
  const isOld = known.some(({ executedAt }) => executedAt) && known.some(({ executedAt }) => !executedAt);
  if (isOld)
    log("updating the database to this version: with millions of recorded calls this takes a minute");
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new UserError("The database was made by a newer Toolshed: start that version, or a later one.");
  }
  if (error) throw error;
  if (isOld) log("the database is up to date");
}

import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../../test/fixtures/temporary-folder.ts";
import { openSqliteStore } from "./sqlite-store.ts";

test("what is written reaches the database's file while the gateway runs", async () => {
  const file = join(temporaryFolder(), "toolshed.db");
  const store = await openSqliteStore(file);
  onTestFinished(() => store.close());
  const body = "x".repeat(250_000);
  for (let handle = 0; handle < 40; handle += 1)
    await store.db
      .insertInto("run_output")
      .values({ handle: `${handle}`, user_id: "u", body, created_at: 0 })
      .execute();
  await expect.poll(() => statSync(file).size).toBeGreaterThan(4_000_000);
});

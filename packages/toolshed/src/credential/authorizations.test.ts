import { expect, onTestFinished, test, vi } from "vitest";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { createAuthorizations } from "./authorizations.ts";
import { openVault } from "./vault.ts";

const ann = { userId: "ann", ownerId: "ann", browser: "b1" };

/** Authorizations of a service that sends people to `page` and gives everyone a token. */
async function setUp(page = "https://mail.example/authorize") {
  const store = await openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  const saveTokens = vi.fn(async () => "default");
  const authorizations = createAuthorizations({
    store,
    vault: await openVault(store, "a secret of enough characters"),
    credentials: { saveTokens },
    origin: "http://gateway",
    authorizerOf: () => ({
      begin: async ({ state }) => ({ url: new URL(`${page}#${state}`), kept: {} }),
      finish: async () => ({ accessToken: "a", tokenUrl: "https://mail.example/token", clientId: "c" }),
    }),
  });
  const begin = async (person = ann) => {
    const state = new URL(await authorizations.begin("mail", person)).hash.slice(1);
    return new URLSearchParams({ state, code: "c" });
  };
  return { authorizations, begin, saveTokens };
}

test("an authorization stores its tokens once, for its owner", async () => {
  const { authorizations, begin, saveTokens } = await setUp();
  const answer = await begin();
  await authorizations.finish(answer, ann);
  expect(saveTokens.mock.calls).toEqual([["ann", "mail", expect.anything(), undefined]]);
  await expect(authorizations.finish(answer, ann)).rejects.toThrow("was not begun here");
  expect(saveTokens).toHaveBeenCalledOnce();
});

test.each([
  ["another person", { userId: "bob", browser: "b1" }],
  ["another browser", { userId: "ann", browser: "b2" }],
])("an authorization can't be finished by %s", async (_, visitor) => {
  const { authorizations, begin, saveTokens } = await setUp();
  await expect(authorizations.finish(await begin(), visitor)).rejects.toThrow("was not begun here");
  expect(saveTokens).not.toHaveBeenCalled();
});

test("an authorization expires after ten minutes", async () => {
  const { authorizations, begin, saveTokens } = await setUp();
  const answer = await begin();
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 60 * 1000);
  onTestFinished(() => clock.mockRestore());
  await expect(authorizations.finish(answer, ann)).rejects.toThrow("too long ago");
  expect(saveTokens).not.toHaveBeenCalled();
});

test.each([
  "javascript:alert(1)",
  "vscode://file/x",
  "http://mail.example/authorize",
  "https://accounts.example@evil.example/authorize",
])("a service can't send a person to %s", async (page) => {
  const { begin } = await setUp(page);
  await expect(begin()).rejects.toThrow("not a web page");
});

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { acceptInvitation } from "../../packages/toolshed/src/account/accept-invitation.ts";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createInvitations } from "../../packages/toolshed/src/account/invitations.ts";
import { createMembers } from "../../packages/toolshed/src/account/members.ts";
import { createOpenId } from "../../packages/toolshed/src/account/open-id/open-id.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import { type OpenIdFault, openIdClient, startOpenIdServer } from "../fixtures/open-id-server.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const origin = "http://127.0.0.1:7420";
const secret = "a secret of enough characters for tests";

async function setUp(domains: string[] = []) {
  const store = await openSqliteStore(join(temporaryFolder(), "test.db"));
  onTestFinished(() => store.close());
  const server = await startOpenIdServer();
  const accounts = await createAccounts(store, origin, secret);
  const invitations = createInvitations(store);
  const lines: string[] = [];
  const openId = createOpenId({
    store,
    origin,
    secret,
    invitations,
    ownerId: accounts.owner.id,
    log: createLog((line) => lines.push(line)),
    providers: [
      {
        id: "test",
        name: "Test",
        issuer: server.url,
        clientId: openIdClient,
        clientSecret: server.clientSecret,
        domains,
      },
    ],
  });

  const toCookie = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");

  /** To the provider, as far as its answer. */
  async function goThere() {
    const step = await openId.begin("test", new Headers());
    if (!step || "problem" in step) return { problem: step?.problem };
    const answer = await fetch(step.location, { redirect: "manual" });
    const { pathname, search } = new URL(answer.headers.get("location") ?? "");
    expect(pathname).toBe("/sign-in/with/test/callback");
    return { search, cookie: toCookie(step.cookies) };
  }

  /** The whole way. Gives who is signed in then, or why nobody is. */
  async function signIn() {
    const there = await goThere();
    if (there.search === undefined) return there.problem;
    const step = await openId.finish("test", there.search, new Headers({ cookie: there.cookie }));
    if (!step || "problem" in step) return step?.problem;
    expect(step.location).toBe("/");
    return accounts.userOf(new Headers({ cookie: toCookie(step.cookies) }));
  }

  const countUsers = async () => (await createMembers(store).list()).length;
  return { store, server, accounts, invitations, openId, lines, goThere, signIn, countUsers };
}

test("an invitation for the verified address admits a person once, with its role", async () => {
  const { store, server, invitations, signIn } = await setUp();
  expect(await signIn()).toBe("not_invited");
  await invitations.create({ role: "admin", email: "Ann@example.com" });
  const user = await signIn();
  expect(user).toMatchObject({ name: "Ann", email: "ann@example.com", role: "admin" });
  expect(await invitations.list()).toEqual([]);

  // The subject is the person, whatever becomes of the address.
  server.person = { ...server.person, email: "ann@other.example", email_verified: false };
  expect(await signIn()).toEqual(user);
  server.person = { sub: "2", email: "ann@other.example", email_verified: true };
  expect(await signIn()).toBe("not_invited");

  const rows = await store.db
    .selectFrom("account" as never)
    .selectAll()
    .execute();
  expect(JSON.stringify(rows)).not.toMatch(/an access token|eyJ/);
});

test("a domain admits people with a verified address there as members", async () => {
  const { server, signIn } = await setUp(["example.com"]);
  expect(await signIn()).toMatchObject({ role: "member" });
  for (const email of ["bob@sub.example.com", "bob@notexample.com", "bob@example.com@evil.example"]) {
    server.person = { sub: email, email, email_verified: true };
    expect(await signIn(), email).toBe("not_invited");
  }
});

test("the address may come from the user info of the same person", async () => {
  const { server, invitations, signIn } = await setUp();
  await invitations.create({ role: "member", email: "ann@example.com" });
  server.emailInUserInfo = true;
  server.fault = "user info of another";
  expect(await signIn()).toBe("failed");
  server.fault = undefined;
  expect(await signIn()).toMatchObject({ email: "ann@example.com" });
});

const faults: [OpenIdFault, string][] = [
  ["wrong nonce", "failed"],
  ["no nonce", "failed"],
  ["wrong audience", "failed"],
  ["wrong issuer", "failed"],
  ["expired", "failed"],
  ["other key", "failed"],
  ["not signed", "failed"],
  ["signed with the public key", "failed"],
  ["no id token", "failed"],
  ["denied", "cancelled"],
  ["down", "unreachable"],
  ["other issuer in the discovery", "unreachable"],
  ["script as authorization endpoint", "unreachable"],
];

test.each(faults)("%s: nobody is signed in", async (fault, problem) => {
  const { server, invitations, signIn, countUsers, lines } = await setUp();
  await invitations.create({ role: "member", email: "ann@example.com" });
  server.fault = fault;
  expect(await signIn()).toBe(problem);
  expect(await countUsers()).toBe(1);
  expect(await invitations.list()).toHaveLength(1);
  expect(lines.join("\n")).not.toMatch(/eyJ|Call 555/);

  // It works as soon as the provider does.
  server.fault = undefined;
  expect(await signIn()).toMatchObject({ email: "ann@example.com" });
});

test("an address that the provider does not vouch for lets nobody in", async () => {
  const { server, invitations, signIn } = await setUp(["example.com"]);
  await invitations.create({ role: "member", email: "ann@example.com" });
  for (const email_verified of [false, undefined]) {
    const { email_verified: _, ...person } = server.person;
    server.person = email_verified === undefined ? person : { ...person, email_verified };
    expect(await signIn()).toBe("email_not_verified");
  }
});

test("an address does not open an account that is there, unless an admin vouched for that address", async () => {
  const parts = await setUp(["example.com"]);
  const { server, invitations, signIn } = parts;
  const person = { name: "A", password: "a long password" };

  const open = await invitations.create({ role: "admin" });
  await acceptInvitation(parts, open.code, { ...person, email: "ann@example.com" });
  expect(await signIn()).toBe("account_exists");

  const named = await invitations.create({ role: "admin", email: "bob@example.com" });
  await acceptInvitation(parts, named.code, { ...person, email: "bob@example.com" });
  server.person = { sub: "2", email: "bob@example.com", email_verified: true };
  expect(await signIn()).toMatchObject({ email: "bob@example.com", role: "admin" });

  for (const email of ["owner@toolshed.local", "team@toolshed.local"]) {
    server.person = { sub: email, email, email_verified: true };
    expect(["not_invited", "account_exists"], email).toContain(await signIn());
  }
});

test("the way back serves once, and only the browser that began", async () => {
  const { invitations, openId, goThere } = await setUp();
  await invitations.create({ role: "member", email: "ann@example.com" });
  const expired = { problem: "expired" };
  const { search = "", cookie = "" } = await goThere();
  expect(await openId.finish("test", search, new Headers())).toEqual(expired);
  const other = await goThere();
  expect(await openId.finish("test", search, new Headers({ cookie: other.cookie ?? "" }))).toEqual(expired);
  expect(await openId.finish("test", "?code=1", new Headers({ cookie }))).toEqual(expired);

  expect(await openId.finish("test", search, new Headers({ cookie }))).toMatchObject({ location: "/" });
  expect(await openId.finish("test", search, new Headers({ cookie }))).toEqual(expired);
  expect(await openId.begin("other", new Headers())).toBeUndefined();
});

import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acceptInvitation } from "../../packages/toolshed/src/account/accept-invitation.ts";
import { createAccounts } from "../../packages/toolshed/src/account/accounts.ts";
import { createInvitations } from "../../packages/toolshed/src/account/invitations.ts";
import { createMembers, type Member } from "../../packages/toolshed/src/account/members.ts";
import { createConnections, team } from "../../packages/toolshed/src/credential/connections.ts";
import { openVault } from "../../packages/toolshed/src/credential/vault.ts";
import { createEndpoints } from "../../packages/toolshed/src/endpoint/endpoints.ts";
import { createLog } from "../../packages/toolshed/src/log/log.ts";
import { createRoles } from "../../packages/toolshed/src/policy/roles.ts";
import { createPluginData } from "../../packages/toolshed/src/store/plugin-data.ts";
import { openPostgresStore } from "../../packages/toolshed/src/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../packages/toolshed/src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../packages/toolshed/src/store/store.ts";
import { createDatabase, postgresBin } from "../fixtures/postgres.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const log = createLog(() => {});

const secret = "a secret of enough characters for tests";
const ann = { name: "Ann", email: "Ann@Example.com", password: "a long password" };
const weekMs = 7 * 24 * 60 * 60 * 1000;

describe("SQLite", () => accountsContract(() => openSqliteStore(join(temporaryFolder(), "test.db"))));

describe.skipIf(!postgresBin)("PostgreSQL", () => {
  accountsContract(async () => openPostgresStore(await createDatabase()));
});

/** What holds of people, roles and invitations, whatever the engine. */
function accountsContract(open: () => Promise<Store>): void {
  async function setUp() {
    const store = await open();
    onTestFinished(() => store.close());
    const accounts = await createAccounts(store, "http://127.0.0.1:7420", secret);
    return {
      store,
      accounts,
      invitations: createInvitations(store),
      members: createMembers(store),
      roles: createRoles(store),
      endpoints: createEndpoints(store),
    };
  }
  type Parts = Awaited<ReturnType<typeof setUp>>;

  async function invite(parts: Parts, role = "member", person = ann): Promise<string> {
    const { code } = await parts.invitations.create({ role });
    expect(await acceptInvitation(parts, code, person)).toBe(true);
    const member = (await parts.members.list()).find(({ email }) => email === person.email.toLowerCase());
    return member?.id ?? "";
  }

  test("a sign-in code works until it expires", async () => {
    const { accounts } = await setUp();
    const signIn = async (code: string) =>
      (await accounts.signIn(code, new Headers())).headers.get("location");
    expect(await signIn(await accounts.createSignInCode(0))).toMatch(/error=/);
    expect(await signIn(await accounts.createSignInCode(60_000))).toMatch(/\/$/);
  });

  const cookiesOf = (headers: Headers | undefined) =>
    new Headers({
      cookie: (headers?.getSetCookie() ?? []).map((line) => line.split(";")[0]).join("; "),
    });

  test("an invitation creates exactly one member, with its role", async () => {
    const parts = await setUp();
    const { invitations, members, accounts } = parts;
    await parts.roles.set("reader", ["samples.notes.list"]);
    const { code } = await invitations.create({ role: "reader" });
    expect(await invitations.find(code)).toMatchObject({ role: "reader", email: null });
    const rows = await parts.store.db.selectFrom("invitation").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);

    const people = Array.from({ length: 5 }, (_, index) => ({ ...ann, email: `ann${index}@example.com` }));
    const accepted = await Promise.all(people.map((person) => acceptInvitation(parts, code, person)));
    expect(accepted.filter(Boolean)).toHaveLength(1);
    expect(await members.list()).toMatchObject([{ role: "owner" }, { role: "reader", name: "Ann" }]);
    expect(await invitations.find(code)).toBeUndefined();

    const email = people[accepted.indexOf(true)]?.email ?? "";
    expect(await accounts.signInWithPassword(email, "another password", new Headers())).toBeUndefined();
    const session = await accounts.signInWithPassword(email, ann.password, new Headers());
    expect(await accounts.userOf(cookiesOf(session))).toMatchObject({ email, role: "reader" });
    await accounts.signOut(cookiesOf(session));
    expect(await accounts.userOf(cookiesOf(session))).toBeUndefined();
  });

  test("an invitation serves its address only, for a week, until it is withdrawn", async () => {
    const parts = await setUp();
    const { invitations } = parts;
    const named = await invitations.create({ role: "member", email: "ANN@example.com" });
    const stored = await parts.store.db.selectFrom("invitation").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(named.code);
    await expect(acceptInvitation(parts, named.code, { ...ann, email: "bob@example.com" })).rejects.toThrow(
      "This invitation is for ann@example.com",
    );
    expect(await invitations.findByEmail("Ann@example.com")).toMatchObject({ id: named.id });
    expect(await acceptInvitation(parts, named.code, ann)).toBe(true);

    const late = await invitations.create({ role: "member" });
    const inAWeek = Date.now() + weekMs + 1;
    vi.spyOn(Date, "now").mockReturnValue(inAWeek);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(await invitations.find(late.code)).toBeUndefined();
    expect(await acceptInvitation(parts, late.code, ann)).toBe(false);
    vi.restoreAllMocks();

    expect([await invitations.remove(late.id), await invitations.remove(late.id)]).toEqual([true, false]);
    expect(await acceptInvitation(parts, late.code, ann)).toBe(false);
  });

  test("an invitation is not spent on an address that is taken, also by the owner or the team", async () => {
    const parts = await setUp();
    await invite(parts);
    const { code } = await parts.invitations.create({ role: "member" });
    for (const email of ["ann@example.com", "owner@toolshed.local", "team@toolshed.local"]) {
      await expect(acceptInvitation(parts, code, { ...ann, email })).rejects.toThrow(
        "already has an account",
      );
    }
    expect(await acceptInvitation(parts, code, { ...ann, email: "bob@example.com" })).toBe(true);
  });

  test.each([
    ["is demoted", ({ members }: Parts, admin: Member) => members.setRole(admin, "member")],
    ["is removed", ({ members }: Parts, admin: Member) => members.remove(admin)],
  ])("an invitation ends when the admin who made it %s", async (_, end) => {
    const parts = await setUp();
    const admin = await parts.members.find(await invite(parts, "admin"));
    if (!admin) throw new Error("not found");
    const { code } = await parts.invitations.create({ role: "admin", createdBy: admin.id });
    const other = await parts.invitations.create({ role: "member" });
    await end(parts, admin);
    expect(await parts.invitations.find(code)).toBeUndefined();
    expect(await parts.invitations.find(other.code)).toBeDefined();
  });

  test("a changed role takes effect immediately, and a removed one allows nothing", async () => {
    const parts = await setUp();
    const { roles, members, accounts } = parts;
    const isAllowed = async (role: string, path: string) => (await roles.allowedTo(role))(path);
    expect(await isAllowed("reader", "a.b")).toBe(false);
    await roles.set("reader", ["a.*"]);
    expect([await isAllowed("reader", "a.b"), await isAllowed("reader", "b.c")]).toEqual([true, false]);
    await roles.set("reader", ["b.**"]);
    expect([await isAllowed("reader", "a.b"), await isAllowed("reader", "b.c")]).toEqual([false, true]);
    expect([await isAllowed("toString", "a.b"), await isAllowed("team", "a.b")]).toEqual([false, false]);

    const id = await invite(parts);
    expect(await accounts.roleOf(id)).toBe("member");
    const member = await members.find(id);
    if (!member) throw new Error("not found");
    expect(await members.setRole(member, "reader")).toBe(true);
    expect(await accounts.roleOf(id)).toBe("reader");
    // A cached copy of the member from before that change must not undo it.
    expect(await members.setRole(member, "admin")).toBe(false);

    expect(await roles.list()).toEqual([
      { name: "owner", patterns: ["*"], builtIn: true, memberCount: 1 },
      { name: "admin", patterns: ["*"], builtIn: true, memberCount: 0 },
      { name: "member", patterns: ["*"], builtIn: true, memberCount: 0 },
      { name: "reader", patterns: ["b.**"], builtIn: false, memberCount: 1 },
    ]);
    await expect(roles.remove("reader")).rejects.toThrow('"reader" is in use by 1 member:');
    await expect(roles.remove("member")).rejects.toThrow("always there");
    await expect(roles.set("owner", [])).rejects.toThrow("always there");

    await members.setRole({ ...member, role: "reader" }, "member");
    await parts.endpoints.create({ userId: team, name: "robot", role: "reader" });
    await parts.invitations.create({ role: "reader" });
    await expect(roles.remove("reader")).rejects.toThrow("1 team endpoint and 1 open invitation:");
    const [robot] = await parts.endpoints.list(team, { limit: 100 });
    await parts.endpoints.revoke(team, robot?.id ?? "");
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + weekMs + 1);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(await roles.remove("reader")).toBe(true);
    expect(await isAllowed("reader", "b.c")).toBe(false);
    expect(await roles.remove("nobody-has-it")).toBe(false);
  });

  test("with a member go sessions, endpoints, connections and data, and nothing of others", async () => {
    const parts = await setUp();
    const { store, accounts, endpoints, members } = parts;
    const connections = createConnections(store, await openVault(store, secret));
    const id = await invite(parts);
    const session = await accounts.signInWithPassword(ann.email, ann.password, new Headers());
    for (const userId of [id, accounts.owner.id, team]) {
      await endpoints.create({ userId, name: "laptop" });
      const id = { ownerId: userId, provider: "mail", name: "work" };
      await connections.save(id, "key", { secret: "x", lastFour: "x" });
      await createPluginData(store, log)("samples", userId).set("a", 1);
    }
    expect(await accounts.roleOf(id)).toBe("member");

    const member = await members.find(id);
    if (!member) throw new Error("not found");
    expect(await members.remove(member)).toEqual({ endpoints: 1, connections: 1 });
    expect(await members.remove(member)).toBeUndefined();
    expect(await accounts.roleOf(id)).toBeUndefined();
    expect(await accounts.userOf(cookiesOf(session))).toBeUndefined();
    expect(await accounts.signInWithPassword(ann.email, ann.password, new Headers())).toBeUndefined();
    expect(await endpoints.list(id, { limit: 100 })).toEqual([]);
    expect(await createPluginData(store, log)("samples", id).list()).toEqual([]);
    expect(await members.list()).toMatchObject([{ role: "owner" }]);

    for (const userId of [accounts.owner.id, team]) {
      expect(await endpoints.list(userId, { limit: 100 })).toHaveLength(1);
      const kept = await connections.list(userId);
      expect(kept.some(({ ownerId }) => ownerId === userId)).toBe(true);
      expect(await createPluginData(store, log)("samples", userId).list()).toHaveLength(1);
    }
  });

  test("an endpoint of the team has its own role, and tells who made it and when it was used", async () => {
    const parts = await setUp();
    const { endpoints } = parts;
    const createdBy = await invite(parts, "admin");
    const { endpoint, token } = await endpoints.create({
      userId: team,
      name: "robot",
      role: "member",
      createdBy,
    });
    expect(await endpoints.findByToken(token)).toMatchObject({ userId: team, role: "member" });
    const before = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(before);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    endpoints.noteUse(endpoint.id);
    const lastUsedAt = async () => (await endpoints.list(team, { limit: 100 }))[0]?.lastUsedAt;
    await expect.poll(lastUsedAt).toBe(before);
    const [listed] = await endpoints.list(team, { limit: 100 });
    expect(listed).toMatchObject({ owner: "team", createdBy: "Ann", role: "member" });

    const update = vi.spyOn(parts.store.db, "updateTable");
    now.mockReturnValue(before + 30_000);
    endpoints.noteUse(endpoint.id);
    expect(update).not.toHaveBeenCalled();
    now.mockReturnValue(before + 100_000);
    endpoints.noteUse(endpoint.id);
    await expect.poll(lastUsedAt).toBe(before + 100_000);
  });
}

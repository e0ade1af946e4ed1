import { expect, test } from "vitest";
import { type Connection, team } from "./connections.ts";
import { toUserConnections } from "./user-connections.ts";

interface Given extends Partial<Connection> {
  name: string;
}

/** Listed as the store does: the default of each owner first. */
function connectionsOf(given: readonly Given[], inEnvironment = false) {
  const connections = given.map((one, index) => ({
    ownerId: "ann",
    provider: "mail",
    kind: "key" as const,
    lastFour: "",
    expiresAt: null,
    createdAt: index,
    tokenExpiresAt: null,
    refreshedAt: null,
    lastError: null,
    lastErrorAt: null,
    needsReconnect: false,
    ...one,
  }));
  const { has, names, choose, reconnect } = toUserConnections("ann", connections, {
    isInEnvironment: () => inEnvironment,
    origin: "http://gateway",
  });
  const label = (found: Connection | undefined) => found && `${found.ownerId} ${found.name} ${found.kind}`;
  return {
    has: (name?: string) => has("mail", name),
    names: () => names("mail"),
    choose: (name?: string) => label(choose("mail", name)),
    reconnect: (name?: string) => reconnect("mail", name),
  };
}
const ended = { kind: "grant", expiresAt: 1 } as const;

test("a person's own comes before the team's, a key before a grant, and the environment last", () => {
  const all: Given[] = [
    { name: "default", kind: "grant" },
    { name: "default", kind: "key" },
    { name: "default", ownerId: team, kind: "grant" },
    { name: "default", ownerId: team, kind: "key" },
  ];
  const order = [];
  for (const left = [...all]; left.length > 0; ) {
    const { choose } = connectionsOf(left, true);
    const [owner, name, kind] = (choose() ?? "").split(" ");
    order.push(`${owner} ${kind}`);
    left.splice(
      left.findIndex(
        (one) => (one.ownerId ?? "ann") === owner && one.name === name && (one.kind ?? "key") === kind,
      ),
      1,
    );
  }
  expect(order).toEqual(["ann key", "ann grant", "team key", "team grant"]);
  expect(connectionsOf([], true).choose()).toBeUndefined();
  expect(() => connectionsOf([]).choose()).toThrow(
    'No credentials for "mail". Connect it in the Toolshed dashboard.',
  );
});

test("a name means one connection, a person's own before the team's", () => {
  const { choose, has, names } = connectionsOf(
    [{ name: "work" }, { name: "home" }, { name: "home", ownerId: team }, { name: "shared", ownerId: team }],
    true,
  );
  expect([choose("home"), choose("shared"), choose()]).toEqual([
    "ann home key",
    "team shared key",
    "ann work key",
  ]);
  expect(names()).toEqual(["work", "home", "shared"]);
  expect([has(), has("home"), has("other")]).toEqual([true, true, false]);
  expect(() => choose("other")).toThrow(
    'There is no connection "other" of "mail". There is: work, home, shared.',
  );
});

test("leaves out an expired one", () => {
  const { choose, has, names } = connectionsOf([
    { name: "work", ...ended },
    { name: "home" },
    { name: "work", ownerId: team },
  ]);
  expect([choose(), choose("work"), has("work"), names()]).toEqual([
    "team work key",
    "team work key",
    true,
    ["work", "home"],
  ]);

  const alone = connectionsOf([{ name: "work", ...ended }, { name: "home" }]);
  expect([alone.has(), alone.names(), alone.choose("home")]).toEqual([true, ["home"], "ann home key"]);
  expect(() => alone.choose()).toThrow(
    'The default connection of "mail" has ended. Connect it again in the Toolshed dashboard, or name another. There is: home.',
  );
});

test("says where to reconnect the connection that a call would use, and no other", () => {
  const broken = { kind: "grant", needsReconnect: true } as const;
  const link = (name: string) => `http://gateway/connections?reconnect=mail&account=${name}`;
  const { has, choose, reconnect } = connectionsOf([{ name: "home" }, { name: "work", ...broken }]);
  expect([has("work"), choose("work"), reconnect(), reconnect("home")]).toEqual([
    true,
    "ann work grant",
    undefined,
    undefined,
  ]);
  expect(reconnect("work")).toContain(`Reconnect it at ${link("work")} and`);

  const ofTeam = connectionsOf([{ name: "a b", ownerId: team, ...broken }]);
  expect(ofTeam.reconnect()).toContain(`An admin can reconnect it at ${link("a+b")}&owner=team and`);

  const expired = connectionsOf([{ name: "work", ...ended }]);
  expect(expired.reconnect()).toContain(link("work"));
  expect(() => expired.choose()).toThrow(link("work"));
  expect(() => expired.choose("work")).toThrow(link("work"));
  expect(connectionsOf([{ name: "work", ...ended }], true).reconnect()).toBeUndefined();
});

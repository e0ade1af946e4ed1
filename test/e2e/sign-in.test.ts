import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { sendTo } from "../fixtures/team.ts";

test("the link signs the owner in once", async () => {
  const gateway = await startGateway();
  const follow = () => fetch(gateway.signInLink, { redirect: "manual" });

  const first = await follow();
  expect(first.status).toBe(302);
  expect(first.headers.get("location")).toBe("/");
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  expect(
    first.headers.getSetCookie().every((line) => /HttpOnly/i.test(line) && /SameSite=Lax/i.test(line)),
  ).toBe(true);

  const status = await fetch(`${gateway.url}/api/v1/status`, { headers: { cookie } });
  expect(await status.json()).toMatchObject({ mcpUrl: gateway.mcpUrl, toolCount: 5 });

  const second = await follow();
  expect(second.headers.get("location")).toMatch(/^\/\?error=/);
  expect(second.headers.getSetCookie()).toEqual([]);
});

test("without a session the API answers 401", async () => {
  const gateway = await startGateway();
  for (const path of ["/status", "/tools", "/tools/samples.notes.list"]) {
    expect((await fetch(`${gateway.url}/api/v1${path}`)).status, path).toBe(401);
  }
  const wrong = { authorization: `Bearer ${gateway.token}` };
  expect((await fetch(`${gateway.url}/api/v1/status`, { headers: wrong })).status).toBe(401);
});

test("a session changes nothing without its page's origin, and does not count as the command", async () => {
  const gateway = await startGateway();
  const signedIn = await fetch(gateway.signInLink, { redirect: "manual" });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const call = (headers: Record<string, string>, path = "/tools/samples.notes.list/call") =>
    fetch(`${gateway.url}/api/v1${path}`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", ...headers },
      body: "{}",
    });

  expect((await call({})).status).toBe(401);
  expect((await call({ origin: "http://127.0.0.1:1" })).status).toBe(403);
  expect((await call({ origin: gateway.url })).status).toBe(200);
  expect((await call({ origin: gateway.url }, "/stop")).status).toBe(403);
});

test("wrong passwords of strangers keep nobody out of a browser in which they have signed in", async () => {
  const gateway = await startGateway();
  const { stdout } = await runCommand(["invite", "--role", "member"], { TOOLSHED_HOME: gateway.home });
  const [, code] = /\/invitation\/(\S+)/.exec(stdout) ?? [];
  const email = "ann@example.com";
  const password = "a long password";
  const person = { name: "Ann", email, password };
  const joined = await sendTo(gateway, "POST", `/session/invitation/${code}`, person);
  const signIn = (given: string, cookies = "") =>
    sendTo(gateway, "POST", "/session", { email, password: given }, cookies);
  const guesses = await Promise.all(Array.from({ length: 21 }, () => signIn("not the password")));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await signIn(password)).status).toBe(429);
  expect((await signIn(password, joined.cookies)).status).toBe(200);
});

import { expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway } from "../fixtures/gateway.ts";
import { join } from "../fixtures/team.ts";

const script = `const { id } = await tools.samples.notes.create({ title: "x" });
  return await tools.samples.notes.delete({ id })`;

test("rules are set, listed in their order and removed from the terminal, and take effect on the next call", async () => {
  const { home } = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: home });
  const run = async () => (await command("run", "-e", script)).code;
  expect((await command("rules")).stdout).toMatch(/^There are no rules/);
  expect(await run()).toBe(4);
  await command("rules", "set", "samples.notes.delete", "allow", "--endpoint", "command");
  expect(await run()).toBe(0);
  await command("rules", "set", "samples.**", "deny", "--role", "owner");
  expect(await run()).toBe(1);
  const { stdout } = await command("rules");
  expect(stdout).toMatch(
    /First match wins.*\n\w{8} {2}deny {3}samples\.\*\* +\(role owner\)\n\w{8} {2}allow {2}samples\.notes\.delete {2}\(through command\)\n$/,
  );
  const [denying = ""] = stdout.match(/^\w{8}(?= {2}deny)/m) ?? [];
  expect((await command("rules", "remove", denying)).stdout).toBe("The rule for samples.** is removed.\n");
  expect(await run()).toBe(0);

  for (const [args, code, problem] of [
    [["set", "samples.**", "maybe"], 2, /Use allow, ask or deny/],
    [["set", "not a pattern", "ask"], 1, /not a pattern such as/],
    [["set", "samples.**"], 2, /^Missing <effect>\. For example: toolshed rules set /],
    [["remove", denying], 1, /No id in the list begins with .*"toolshed rules" shows/],
    [["forget"], 2, /^Unknown command "forget"\. Run "toolshed rules --help"/],
  ] as const) {
    const answer = await command("rules", ...args);
    expect(answer.code).toBe(code);
    expect(answer.stderr).toMatch(problem);
  }
});

test("waiting calls are listed with their arguments, approved and denied from the terminal", async () => {
  const gateway = await startGateway();
  const command = (...args: string[]) => runCommand(args, { TOOLSHED_HOME: gateway.home });
  expect((await command("approvals")).stdout).toBe("Nothing waits for you.\n");
  const { agent } = doors(gateway);
  const pauses = [await agent("run", { script }), await agent("run", { script })];
  const { stdout } = await command("approvals");
  const ids = stdout.match(/^[0-9a-f]{8}(?= {2}samples\.notes\.delete {2}\(asked by command in a script)/gm);
  expect(stdout).toContain(`  id: ${Object(pauses[0]?.paused?.args).id}\n`);
  expect((await command("approvals", "approve", ids?.[0] ?? "")).stdout).toBe(
    "samples.notes.delete is approved, once.\n",
  );
  expect((await command("approvals", "deny", ids?.[1] ?? "")).stdout).toBe(
    "samples.notes.delete is denied.\n",
  );
  const [approved, denied] = await Promise.all(
    pauses.map(({ paused }) => agent("resume", { execution_id: paused?.executionId })),
  );
  expect(approved).toMatchObject({ success: true });
  expect(denied).toMatchObject({ success: false, error: { message: expect.stringContaining("refused") } });
  expect((await command("approvals", "approve", ids?.[0] ?? "")).stderr).toMatch(
    /No id in the list begins with/,
  );
});

test("a member sees and revokes what they always approved, and changes nothing else", async () => {
  const gateway = await startGateway();
  const { request, agent } = doors(gateway);
  const ann = await join(gateway, "ann", "member");
  const bob = await join(gateway, "bob", "member");
  const { token } = (await ann.send("POST", "/endpoints", { name: "laptop" })).body;
  await request("/approvals/rules", { pattern: "granola.**", effect: "ask" });

  const { paused } = await agent("run", { script }, token);
  const [waiting] = (await ann.send("GET", "/approvals")).body.approvals;
  expect((await bob.send("GET", "/approvals")).body.approvals).toEqual([]);
  expect((await bob.send("POST", `/approvals/${waiting.id}`, { approved: true })).status).toBe(404);
  await ann.send("POST", `/approvals/${waiting.id}`, { approved: true, reach: "always" });
  expect(await agent("resume", { execution_id: paused?.executionId }, token)).toMatchObject({
    success: true,
  });
  expect(await agent("run", { script }, token)).toMatchObject({ success: true });

  const listed = async (who: typeof ann) => (await who.send("GET", "/approvals/rules")).body.rules;
  const [own, common] = await listed(ann);
  expect(own).toMatchObject({ pattern: "samples.notes.delete", effect: "allow", via: "laptop" });
  expect(await listed(bob)).toEqual([common]);
  expect((await bob.send("DELETE", `/approvals/rules/${own.id}`)).status).toBe(403);
  expect((await ann.send("DELETE", `/approvals/rules/${common.id}`)).status).toBe(403);
  const wider = { role: null, via: null, pattern: "*", effect: "allow" };
  expect((await ann.send("PUT", `/approvals/rules/${own.id}`, wider)).status).toBe(403);
  expect((await ann.send("DELETE", `/approvals/rules/${own.id}`)).status).toBe(200);
  expect(await agent("run", { script }, token)).toHaveProperty("paused");
});

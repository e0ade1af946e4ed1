import { describe, expect, test } from "vitest";
import { doors } from "../fixtures/agent-doors.ts";
import { runCommand } from "../fixtures/command.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { cookiesOf, sendTo } from "../fixtures/team.ts";

const script = `const { id } = await tools.samples.notes.create({ title: "to go" });
  await tools.samples.notes.delete({ id });
  return "gone"`;

async function createEndpoint({ home, url }: TestGateway, ...options: string[]) {
  const created = await runCommand(["endpoint", "create", ...options], { TOOLSHED_HOME: home });
  const [, token = ""] = /Bearer (\S+?)"/.exec(created.stdout) ?? [];
  if (!token) throw new Error(created.stderr);
  return { token, mcpUrl: `${url}/api/mcp/${token}` };
}

describe("an endpoint whose calls are approved in the dashboard", () => {
  test.each(["auto", "legacy"] as const)("never asks its client (%s), which gets the link", async (mode) => {
    const gateway = await startGateway();
    const { mcpUrl } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
    const questions: string[] = [];
    const { call } = await connectClient(mcpUrl, {
      mode,
      answer(question) {
        questions.push(question);
        return { action: "accept" };
      },
    });
    const created = await call("samples.notes.create", { title: "to go" });
    const { id } = JSON.parse(created.content[0]?.text ?? "");
    const asked = await call("samples.notes.delete", { id });
    expect(asked).toMatchObject({ isError: true });
    const [, approval] = /\/approvals\/(\S+) and then make/.exec(asked.content[0]?.text ?? "") ?? [];
    expect(questions).toEqual([]);

    const signedIn = await fetch(gateway.signInLink, { redirect: "manual" });
    const clicked = await sendTo(
      gateway,
      "POST",
      `/approvals/${approval}`,
      { approved: true },
      cookiesOf(signedIn),
    );
    expect(clicked.status).toBe(200);
    expect((await call("samples.notes.delete", { id })).isError).toBeFalsy();
    expect(await call("samples.notes.delete", { id })).toMatchObject({ isError: true });
    expect(questions).toEqual([]);
  });

  test("gives its scripts no way to approve themselves", async () => {
    const gateway = await startGateway();
    const { request, agent } = doors(gateway);
    const { token } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
    const { body } = await request("/agent/serve/run", { arguments: { script } }, token);
    expect(body).not.toHaveProperty("question");
    const { paused } = JSON.parse(body.result.content[0].text);
    const answer = { handle: paused.executionId, answer: { action: "accept" } };
    expect((await request("/agent/serve/answers", answer, token)).status).toBe(404);
    const [, approval] = /\/approvals\/(.*)$/.exec(paused.approvals[0].url) ?? [];
    expect((await request(`/approvals/${approval}`, { approved: true }, token)).status).toBe(401);
    const resume = { execution_id: paused.executionId };
    expect(await agent("resume", { ...resume, approved: true }, token)).toMatchObject({
      resolved: false,
      message: expect.stringMatching(/^Pending\. Only a person can approve/),
    });

    const approved = await runCommand(["approvals", "approve", approval as string], {
      TOOLSHED_HOME: gateway.home,
    });
    expect(approved.stdout).toContain("samples.notes.delete is approved, once.");
    expect(await agent("resume", resume, token)).toMatchObject({ success: true, value: "gone" });
  });

  test("cannot let the model approve as well", async () => {
    const gateway = await startGateway();
    const terms = { name: "bot", approval: "dashboard", modelApproves: true };
    const refused = await requestAsCommand(gateway, "POST", "/endpoints", terms);
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { error: "Only a person can approve in the dashboard: the model cannot as well." },
    ]);
  });
});

test("an endpoint that asks trusts its client, which answers for its user", async () => {
  const gateway = await startGateway();
  const { request } = doors(gateway);
  const { token } = await createEndpoint(gateway, "bot", "--approval", "ask");
  const { body } = await request("/agent/serve/run", { arguments: { script } }, token);
  const answer = { handle: body.question.handle, answer: { action: "accept" } };
  const done = await request("/agent/serve/answers", answer, token);
  expect(JSON.parse(done.body.result.content[0].text)).toMatchObject({ success: true, value: "gone" });
});

test("revoking an endpoint cancels what waits through it, and says so", async () => {
  const gateway = await startGateway();
  const { request, agent } = doors(gateway);
  const { token } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
  const { paused } = await agent("run", { script }, token);
  const [, id] = /\/approvals\/(.*)$/.exec(paused?.approvals[0]?.url ?? "") ?? [];
  expect((await request(`/approvals/${id}`)).body).toMatchObject({ state: "waiting" });
  await runCommand(["endpoint", "revoke", "bot"], { TOOLSHED_HOME: gateway.home });

  expect((await request("/approvals")).body).toEqual({ approvals: [] });
  expect((await request(`/approvals/${id}`)).body).toMatchObject({
    state: "cancelled",
    note: "The endpoint was revoked.",
  });
  expect(await request(`/approvals/${id}`, { approved: true })).toMatchObject({
    status: 409,
    body: { error: "This was cancelled. The endpoint was revoked." },
  });
  const { calls } = (await request("/calls?path=delete")).body;
  expect(calls).toMatchObject([{ outcome: "denied", note: "The endpoint was revoked.", via: "bot" }]);
  // Another endpoint of the same name gets nothing of it.
  const { token: next } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
  const resumed = await agent("resume", { execution_id: paused?.executionId }, next);
  expect(resumed).toMatchObject({ resolved: false, message: "No run with this id waits here." });
});

test("an endpoint inherits neither rules, calls nor outputs of another that had its name", async () => {
  const gateway = await startGateway();
  const { request, agent } = doors(gateway);
  const idOf = async () => (await request("/endpoints")).body.endpoints.at(-1).id as string;
  const { token } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
  const id = await idOf();
  const { paused } = await agent("run", { script }, token);
  const [, approval] = /\/approvals\/(.*)$/.exec(paused?.approvals[0]?.url ?? "") ?? [];
  await request(`/approvals/${approval}`, { approved: true, reach: "always" });
  const resumed = await agent("resume", { execution_id: paused?.executionId }, token);
  expect(resumed).toMatchObject({ success: true, value: "gone" });
  expect(await agent("run", { script }, token)).toMatchObject({ success: true, value: "gone" });
  const { cut } = await agent("run", { script: 'return "secret ".repeat(100_000)' }, token);
  const read = `return (await tools.output({ handle: "${cut?.handle}" })).value.length`;
  expect(await agent("run", { script: read }, token)).toMatchObject({ value: 700_000 });

  const { token: narrow } = await createEndpoint(gateway, "bot", "--read-only");
  expect(await agent("run", { script: read }, narrow)).toMatchObject({ success: false });
  const ambiguous = { pattern: "*", effect: "allow", via: "bot" };
  expect(await request("/approvals/rules", ambiguous)).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/^2 endpoints are called "bot"\. Give the id of one of them/) },
  });
  await request(`/approvals/rules`, { pattern: "samples.notes.search", effect: "deny", via: id });
  expect((await request("/approvals/rules")).body.rules).toMatchObject([
    { via: "bot", endpointId: id, effect: "deny" },
    { via: "bot", endpointId: id, effect: "allow" },
  ]);

  await requestAsCommand(gateway, "DELETE", `/endpoints/${id}`);
  const { token: next } = await createEndpoint(gateway, "bot", "--approval", "dashboard");
  expect(await agent("run", { script }, next)).toHaveProperty("paused");
  expect((await request("/approvals/rules")).body.rules).toEqual([]);
  const pathsOf = async (endpoint: string) =>
    (await request(`/calls?endpoint=${endpoint}`)).body.calls.map(({ path }: { path: string }) => path);
  expect(await pathsOf(await idOf())).toEqual(["samples.notes.delete", "samples.notes.create"]);
  expect(await pathsOf(id)).toHaveLength(5);
});

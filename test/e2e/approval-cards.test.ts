import { expect, test } from "vitest";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connectClient, type TestClient } from "../fixtures/mcp-client.ts";
import { requestAsCommand } from "../fixtures/request-as-command.ts";
import { askAsView, type ShownAnswer } from "../fixtures/showing.ts";
import { join } from "../fixtures/team.ts";

const path = "samples.notes.delete";

async function newEndpoint(gateway: TestGateway, name: string, approval = "ask"): Promise<string> {
  const answer = await requestAsCommand(gateway, "POST", "/endpoints", { name, approval });
  const { token } = (await answer.json()) as { token: string };
  return `${gateway.url}/api/mcp/${token}`;
}

async function createNote({ call }: TestClient): Promise<string> {
  const created = await call("samples.notes.create", { title: "to go" });
  return JSON.parse(created.content[0]?.text ?? "").id;
}

async function exists({ call }: TestClient, id: string): Promise<boolean> {
  const listed = await call("samples.notes.list");
  return listed.content[0]?.text.includes(id) ?? false;
}

/** Asks for the note to be deleted, and gives what the card is made of. */
async function askToDelete({ use }: TestClient, id: string) {
  const answer = (await use("show_tool", { path, arguments: { id } })) as ShownAnswer;
  const { handle = "", approvals = [] } = (answer._meta?.["toolshed/view"] ?? {}) as {
    handle?: string;
    approvals?: string[];
  };
  return { answer, handle, approval: approvals[0] ?? "" };
}

test.each(["auto", "legacy"] as const)(
  "a client that shows Views (%s) decides in a card, once",
  async (mode) => {
    const gateway = await startGateway();
    const mcpUrl = await newEndpoint(gateway, "chat");
    const asked: string[] = [];
    const answerQuestion = (question: string) => {
      asked.push(question);
      return { action: "accept" } as const;
    };
    const client = await connectClient(mcpUrl, { mode, showsViews: true, answer: answerQuestion });
    const id = await createNote(client);
    const { answer, handle, approval } = await askToDelete(client, id);
    expect(answer.isError).toBeFalsy();
    expect(answer.content[0]?.text).toContain(`${path} waits for the user's approval in the card`);
    expect(JSON.stringify(answer.content)).not.toContain(approval);
    expect(asked).toEqual([]);

    const ask = (method: string, params: object = {}) =>
      askAsView(client, handle, `approval/${method}`, { id: approval, ...params });
    expect((await ask("read")).result).toMatchObject({
      state: "waiting",
      path,
      arguments: [{ name: "id", value: id }],
      effect: "It is not marked as read-only: it may change or delete data.",
      canDecide: true,
      isPartOfRun: false,
    });
    expect((await ask("proceed")).result.content[0].text).toBe(`Error: ${path} still waits for an approval.`);
    expect(await exists(client, id)).toBe(true);
    expect((await ask("decide", { approved: true })).result.state).toBe("approved");
    // A second click changes nothing.
    expect((await ask("decide", { approved: false })).result.state).toBe("approved");
    expect((await ask("proceed")).result.isError).toBeFalsy();
    expect(await exists(client, id)).toBe(false);
    expect((await ask("proceed")).result.content[0].text).toContain("has been called already");

    const kept = await createNote(client);
    const other = await askToDelete(client, kept);
    const deny = { id: other.approval, approved: false };
    expect((await askAsView(client, other.handle, "approval/decide", deny)).result.state).toBe("refused");
    const proceeded = await askAsView(client, other.handle, "approval/proceed", { id: other.approval });
    expect(proceeded.result).toMatchObject({ isError: true });
    expect(await exists(client, kept)).toBe(true);
  },
);

test("a card of an endpoint that is approved in the dashboard decides nothing, and continues after it", async () => {
  const gateway = await startGateway();
  const client = await connectClient(await newEndpoint(gateway, "bot", "dashboard"), { showsViews: true });
  const id = await createNote(client);
  const { handle, approval } = await askToDelete(client, id);
  const ask = (method: string, params: object = {}) =>
    askAsView(client, handle, `approval/${method}`, { id: approval, ...params });
  const url = `${gateway.url}/approvals/${approval}`;
  expect((await ask("read")).result).toMatchObject({ canDecide: false, url });
  expect((await ask("decide", { approved: true })).error.message).toContain(url);
  expect((await ask("read")).result.state).toBe("waiting");
  const waiting = ask("wait");
  await requestAsCommand(gateway, "POST", `/approvals/${approval}`, { approved: true });
  expect((await waiting).result.state).toBe("approved");
  expect((await ask("proceed")).result.isError).toBeFalsy();
  expect(await exists(client, id)).toBe(false);
});

test("a card decides nothing that it does not show whole, and shows all but secrets", async () => {
  const gateway = await startGateway();
  const client = await connectClient(await newEndpoint(gateway, "chat"), { showsViews: true });
  const update = "samples.notes.update";
  const read = async (args: object) => {
    const answer = (await client.use("show_tool", { path: update, arguments: args })) as ShownAnswer;
    const { handle = "", approvals = [] } = (answer._meta?.["toolshed/view"] ?? {}) as {
      handle?: string;
      approvals?: string[];
    };
    return askAsView(client, handle, "approval/read", { id: approvals[0] });
  };
  const id = await createNote(client);
  const short = await read({ id, title: "a\u202eb" });
  expect(short.result).toMatchObject({ canDecide: true });
  expect(short.result.arguments).toContainEqual({ name: "title", value: "a⟨U+202E⟩b" });
  const long = await read({ id, text: `${"x".repeat(2_000)} and then something else` });
  expect(long.result).toMatchObject({ canDecide: false, url: expect.stringContaining("/approvals/") });
});

test("nothing is decided through another door or by another person", async () => {
  const gateway = await startGateway();
  const client = await connectClient(await newEndpoint(gateway, "chat"), { showsViews: true });
  const id = await createNote(client);
  const { handle, approval } = await askToDelete(client, id);
  const decision = { id: approval, approved: true };

  const neighbour = await connectClient(await newEndpoint(gateway, "other"), { showsViews: true });
  const own = await askToDelete(neighbour, await createNote(neighbour));
  const member = await join(gateway, "mia", "member");
  const made = await member.send("POST", "/endpoints", { name: "mine", approval: "ask" });
  const theirs = await connectClient(`${gateway.url}/api/mcp/${made.body.token}`, { showsViews: true });
  const ofMember = await askToDelete(theirs, await createNote(theirs));
  const strangers = [
    [neighbour, own.handle],
    [theirs, ofMember.handle],
  ] as const;
  for (const [stranger, strangersHandle] of strangers) {
    for (const method of ["read", "decide", "wait", "proceed"]) {
      const answer = await askAsView(stranger, strangersHandle, `approval/${method}`, decision);
      expect(answer.error.message).toBe("No such call waits for an approval here.");
      const stolen = await askAsView(stranger, handle, `approval/${method}`, decision);
      expect(stolen.error.message).toContain("was not shown to you here");
    }
  }
  expect(await exists(client, id)).toBe(true);
});

test("a client that shows no Views is given the link, as before", async () => {
  const gateway = await startGateway();
  const client = await connectClient(await newEndpoint(gateway, "chat"));
  const { answer, approval } = await askToDelete(client, await createNote(client));
  expect(answer).toMatchObject({ isError: true });
  expect(answer.content[0]?.text).toContain("Ask the user to decide at");
  expect(approval).toBe("");
});

test("a paused run has cards, and continues with resume once they are decided", async () => {
  const gateway = await startGateway();
  const script = `const { id } = await tools.samples.notes.create({ title: "a" });
    await tools.samples.notes.delete({ id }); return "gone"`;
  const post = async (route: string, body: object) => {
    const answer = await requestAsCommand(gateway, "POST", `/agent/serve/${route}`, body);
    return (await answer.json()) as { result: ShownAnswer; question?: { handle: string } };
  };
  const serve = async (name: string, args: object, showsViews = true) => {
    const { result, question } = await post(name, { arguments: args, showsViews });
    if (!question) return result;
    const answer = { action: "unavailable" };
    return (await post("answers", { handle: question.handle, answer })).result;
  };
  const plain = await serve("run", { script }, false);
  expect(plain._meta?.["toolshed/view"]).toEqual({ path: "run", title: "Script" });
  const paused = await serve("run", { script });
  const { executionId } = JSON.parse(paused.content[0]?.text ?? "").paused;
  const { handle, approvals } = (paused._meta?.["toolshed/view"] ?? {}) as {
    handle?: string;
    approvals?: string[];
  };
  const ask = async (method: string, params = {}) => {
    const request = { handle, method: `approval/${method}`, params: { id: approvals?.[0], ...params } };
    return JSON.parse((await serve("view_request", request)).content[0]?.text ?? "");
  };
  expect((await ask("read")).result).toMatchObject({ path, isPartOfRun: true, canDecide: true });
  expect((await ask("proceed")).error.message).toContain("The one who asked");
  expect((await ask("decide", { approved: true, reach: "run" })).result.state).toBe("approved");
  const resumed = await serve("resume", { execution_id: executionId });
  expect(JSON.parse(resumed.content[0]?.text ?? "")).toMatchObject({ success: true, value: "gone" });
});

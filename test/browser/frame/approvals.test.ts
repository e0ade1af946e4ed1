import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { startGateway } from "../../fixtures/gateway.ts";
import { connectClient } from "../../fixtures/mcp-client.ts";
import { requestAsCommand } from "../../fixtures/request-as-command.ts";
import {
  asAnswer,
  connected,
  type FrameSetup,
  innerViewHtml,
  type OpenFrame,
  openFrame,
} from "./open-frame.ts";
import type { Answer } from "./page.ts";

const ASKED = {
  state: "waiting",
  path: "notes.remove",
  title: "Remove <b>a note</b>",
  connection: "work",
  arguments: [{ name: "id", value: "<i>n1</i>" }],
  effect: "It may change or delete data.",
  isPartOfRun: false,
  canDecide: true,
  url: "https://toolshed.test/approvals/a1",
};
const button = ({ frame }: OpenFrame, name: string) => frame.getByRole("button", { name });

/** A gateway where the inner View's first call waits for an approval. */
function withApproval(asked: object = {}, view?: string): FrameSetup & { state: string } {
  const setup = {
    view,
    state: "waiting",
    expireEarly: 1_000,
    answer({ method, params }: { method: string; params: Record<string, unknown> }): Answer | undefined {
      const { state } = setup;
      if (method === "approval/read") return asAnswer({ result: { ...ASKED, ...asked, state } });
      if (method === "approval/wait")
        return state === "waiting" ? { never: true } : asAnswer({ result: { state } });
      if (method === "approval/decide") {
        if (state === "waiting") setup.state = params.approved ? "approved" : "refused";
        return asAnswer({ result: { state: setup.state } });
      }
      if (method !== "tools/call" || state === "approved") return undefined;
      return asAnswer({ result: { isError: true, content: [] }, approvalId: "a1" });
    },
  };
  return setup as never;
}

describe.skipIf(!chromiumPath)("the approval card in the frame", () => {
  test("shows a call of the View as text, and the View gets its result once it is approved", async () => {
    const setup = withApproval({}, await innerViewHtml("official"));
    const opening = await openFrame(setup);
    const inside = await connected(opening);
    const called = inside.evaluate(() => inner.app.callServerTool({ name: "remove", arguments: {} }));
    await button(opening, "Approve once").waitFor();
    const card = opening.frame.locator(".card");
    expect(await card.textContent()).toContain("Remove <b>a note</b>");
    expect(await card.locator("dd").allInnerTexts()).toEqual(["notes.remove", "work", "<i>n1</i>"]);
    expect(await button(opening, "Approve for this run").count()).toBe(0);
    await button(opening, "Approve once").click();
    expect((await called).isError).toBeFalsy();
    await expect.poll(opening.stripText).toBeUndefined();
    const decisions = opening.calls.filter(({ method }) => method === "approval/decide");
    expect(decisions.map(({ params }) => params)).toEqual([{ id: "a1", approved: true, reach: "once" }]);
  });

  test("tells the View that its call was denied", async () => {
    const opening = await openFrame(withApproval({}, await innerViewHtml("ours")));
    const inside = await connected(opening);
    const called = inside.evaluate(() => inner.app.callServerTool({ name: "remove", arguments: {} }));
    await button(opening, "Deny").click();
    expect(await called).toMatchObject({
      isError: true,
      content: [{ text: "Error: The call was not approved." }],
    });
  });

  test("only opens the page where the dashboard decides, and continues when it has", async () => {
    const setup = withApproval({ canDecide: false }, await innerViewHtml("ours"));
    let decide = (_: Answer): void => {};
    const { answer } = setup;
    setup.answer = (call) =>
      call.method === "approval/wait" ? new Promise((resolve) => (decide = resolve)) : answer?.(call);
    const opening = await openFrame(setup);
    const inside = await connected(opening);
    const called = inside.evaluate(() => inner.app.callServerTool({ name: "remove", arguments: {} }));
    await button(opening, "Open the approval page").click();
    await expect.poll(() => opening.asked("ui/open-link")).toEqual([{ url: ASKED.url }]);
    expect(await button(opening, "Approve once").count()).toBe(0);
    setup.state = "approved";
    decide(asAnswer({ result: { state: "approved" } }));
    expect((await called).isError).toBeFalsy();
  });

  test("can't be pressed by the View, nor by a click that was meant for what was there before", async () => {
    const { expireEarly: _, ...setup } = withApproval({}, await innerViewHtml("ours"));
    const opening = await openFrame({
      ...setup,
      stopsClock: true,
      expectedErrors: /Unsafe attempt to initiate navigation/,
    });
    const inside = await connected(opening);
    const called = inside.evaluate(() => inner.app.callServerTool({ name: "remove", arguments: {} }));
    called.catch(() => {});
    await button(opening, "Approve once").waitFor();
    expect(await button(opening, "Approve once").isDisabled()).toBe(true);
    await button(opening, "Approve once").dispatchEvent("click");
    const reached = await inside.evaluate(() => {
      const tries: (() => void)[] = [
        () => parent.document.querySelector("button")?.click(),
        () => {
          parent.location.href = "javascript:document.querySelector('button').click()";
        },
        () =>
          parent.postMessage(
            { jsonrpc: "2.0", id: 9, method: "approval/decide", params: { id: "a1", approved: true } },
            "*",
          ),
      ];
      const request = { method: "approval/decide", params: { id: "a1", approved: true } };
      return Promise.allSettled([
        ...tries.map(async (attempt) => attempt()),
        inner.app.request(request as never, {} as never),
      ]).then((all) => all.at(-1)?.status);
    });
    expect(reached).toBe("rejected");
    // It stays the topmost element at its place.
    await opening.page.clock.runFor(999);
    expect(await button(opening, "Approve once").isEnabled()).toBe(false);
    await opening.page.clock.runFor(1);
    expect(await button(opening, "Approve once").isEnabled()).toBe(true);
    const isOnTop = await button(opening, "Approve once").evaluate((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === it;
    });
    expect(isOnTop).toBe(true);
    expect(opening.calls.some(({ method }) => method === "approval/decide")).toBe(false);
    await button(opening, "Approve once").click();
    await called;
  });

  test("lets the person in the chat decide about show_tool, shows the View and tells the model", async () => {
    const gateway = await startGateway();
    const made = await requestAsCommand(gateway, "POST", "/endpoints", { name: "chat", approval: "ask" });
    const { token } = (await made.json()) as { token: string };
    const { client, call } = await connectClient(`${gateway.url}/api/mcp/${token}`, { showsViews: true });
    const input = { path: "samples.notes.create", arguments: { title: "Buy oak boards" } };
    await requestAsCommand(gateway, "POST", "/approvals/rules", { pattern: input.path, effect: "ask" });
    const result = await client.callTool({ name: "show_tool", arguments: input });
    const { contents } = await client.readResource({ uri: "ui://toolshed/view.html" });
    const opening = await openFrame({
      served: (contents[0] as { text: string }).text,
      input,
      result,
      expectedErrors: /unsafe-eval|views.live/,
      answer: async ({ name, ...args }) =>
        ({ result: await client.callTool({ name, arguments: args as never }) }) as Answer,
    });
    await button(opening, "Approve once").click();
    await opening.page
      .frameLocator("iframe")
      .frameLocator("iframe")
      .getByText("Buy oak boards")
      .filter({ visible: true })
      .first()
      .waitFor();
    await expect
      .poll(async () => JSON.stringify(await opening.asked("ui/update-model-context")))
      .toContain("Buy oak boards");
    expect((await call("samples.notes.list")).content[0]?.text).toContain('"total": 1');
  });
});

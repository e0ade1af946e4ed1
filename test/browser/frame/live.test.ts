import { describe, expect, test } from "vitest";
import { bundleFrame } from "../../../scripts/build-frame.mjs";
import { chromiumPath } from "../../fixtures/browser.ts";
import { openHost } from "../host/open-host.ts";
import { asAnswer, connected, HANDLE, innerViewHtml, openFrame, SHOWN } from "./open-frame.ts";

declare global {
  var liveMethods: string[];
}

describe.skipIf(!chromiumPath)("the tools of a View in the frame", () => {
  test("are offered to the gateway while the View is open, and called through polls", async () => {
    let polls = 0;
    const opening = await openFrame({
      view: await innerViewHtml("ours"),
      answer: ({ method, params }) => {
        if (method === "live/open") return asAnswer({ result: { id: "list_k7m2q" } });
        if (method === "live/poll")
          return polls++ === 0
            ? asAnswer({ result: { calls: [{ id: "c1", name: "get-title", arguments: {} }] } })
            : { never: true };
        if (method.startsWith("live/")) return asAnswer({ result: {} });
        if (method === "state/write" && String(params.state).length > 10)
          return asAnswer({ error: { code: -32602, message: "up to 64 KB" } });
        return method.startsWith("state/") ? asAnswer({ result: { version: 1 } }) : undefined;
      },
    });
    const view = await connected(opening);
    const answers = () => opening.liveCalls.filter(({ method }) => method === "live/answer");
    await expect.poll(() => answers().length).toBe(1);
    const [{ params: opened, handle } = {}] = opening.liveCalls;
    expect(handle).toBe(HANDLE);
    expect(opened).toMatchObject({ tools: [{ name: "get-title" }] });
    expect(answers()[0]?.params).toEqual({
      instance: opened?.instance,
      answers: [{ id: "c1", result: { content: [{ type: "text", text: "Inner" }] } }],
    });

    const ask = (method: string, params: Record<string, unknown>) =>
      view.evaluate(
        ([method, params]) => inner.app.request({ method, params } as never).catch(({ message }) => message),
        [method, params] as const,
      );
    expect(await ask("toolshed/state/read", { key: "size" })).toEqual({ version: 1 });
    expect(await ask("toolshed/state/write", { state: "x".repeat(11) })).toContain("up to 64 KB");
    expect(opening.calls.slice(1).map(({ method, params }) => [method, params])).toEqual([
      ["state/read", { key: "size" }],
      ["state/write", { state: "x".repeat(11) }],
    ]);
    // The methods of the frame itself are not the View's.
    expect(await ask("live/open", { instance: "mine", tools: [] })).toContain("not found");

    await opening.page.evaluate(() => frameHost.bridge.teardownResource({}));
    expect(opening.liveCalls.at(-1)).toMatchObject({
      method: "live/close",
      params: { instance: opened?.instance },
    });
  });

  test("leave the catalog when the View is scrolled away, and return with it", async () => {
    const { page, sandboxUrl } = await openHost({ expectedErrors: /Content Security Policy/ });
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("gateway.test")) blocked.push(message.text());
    });
    // The time that the View may be out of sight passes immediately.
    const clock =
      "<script>{const set=setTimeout;window.setTimeout=(run,ms,...args)=>set(run,ms===5000?1:ms,...args)}</script>";
    const html = (await bundleFrame()).replace("<head>", () => `<head>${clock}`);
    await page.evaluate(
      async ([frame, inner, url, shown]) => {
        globalThis.liveMethods = [];
        document.body.style.paddingBottom = "5000px";
        const opened = host.mount({ html: frame, sandboxUrl: url });
        opened.bridge.oncalltool = async ({ arguments: args }, { signal }) => {
          const method = String(args.method);
          if (method.startsWith("live/")) liveMethods.push(method);
          if (method === "live/poll")
            await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
          const stream = { url: "http://gateway.test/live", ticket: "t" };
          const result =
            method === "ui/open" ? { html: inner, tool: { name: "list" } } : { id: "list_1", stream };
          return { content: [{ type: "text", text: JSON.stringify({ result }) }] };
        };
        await opened.sendToolInput({ arguments: { path: "notes.list", arguments: {} } });
        const meta = { handle: "h", path: "notes.list", title: "Notes" };
        await opened.sendToolResult({ ...shown, _meta: { "toolshed/view": meta } } as never);
      },
      [html, await innerViewHtml("ours"), sandboxUrl, SHOWN] as const,
    );
    const methods = () => page.evaluate(() => liveMethods);
    await expect.poll(methods).toEqual(["live/open", "live/poll"]);
    await expect.poll(() => blocked.length).toBeGreaterThan(0);
    const once = blocked.length;
    await page.evaluate(() => scrollTo(0, 4000));
    await expect.poll(methods).toEqual(["live/open", "live/poll", "live/close"]);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(async () => (await methods()).slice(3)).toEqual(["live/open", "live/poll"]);
    // The policy forbids the stream, and the console hears of it once.
    expect(blocked).toHaveLength(once);
    await page.evaluate(() => host.view.teardown());
    expect((await methods()).at(-1)).toBe("live/close");
  });
});

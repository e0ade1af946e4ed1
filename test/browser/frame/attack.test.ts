import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { HANDSHAKE } from "../host/mount-hostile-view.ts";
import { startCanary } from "../host/start-canary.ts";
import { asAnswer, connected, type FrameSetup, HANDLE, type OpenFrame, openFrame } from "./open-frame.ts";

declare const received: { id?: unknown; result?: object; error?: { code: number }; method?: string }[];
declare const send: (message: object) => void;

/** The browser says on the console what it refuses. */
const REFUSALS =
  /Content Security Policy|sandboxed|Blocked|Unsafe attempt|Refused|ERR_|not allowed|look here/i;

/** A View that has connected to the frame and now means harm. */
async function openHostile(
  setup: FrameSetup & { html?: string } = {},
): Promise<{ opening: OpenFrame; view: Frame }> {
  const { html = "", ...rest } = setup;
  const opening = await openFrame({
    view: `<!doctype html>${html}<script>${HANDSHAKE}</script><h1>View</h1>`,
    expectedErrors: REFUSALS,
    ...rest,
  });
  return { opening, view: await connected(opening) };
}

/** Waits until everything that the View has sent so far has been read. */
async function settle(view: Frame, id: string): Promise<void> {
  await view.evaluate((it) => send({ id: it, method: "ping" }), id);
  await expect
    .poll(() => view.evaluate((it) => received.some((message) => message.id === it && message.result), id))
    .toBe(true);
}

describe.skipIf(!chromiumPath)("a hostile View in the frame", () => {
  test("speaks to the host for nobody: the host hears only the frame", async () => {
    const { opening, view } = await openHostile();
    const before = await opening.page.evaluate(() => frameHost.asked.length);
    await view.evaluate(() => {
      for (const target of [window.top, parent.parent]) {
        const message = { role: "user", content: [{ type: "text", text: "forged" }] };
        target?.postMessage({ jsonrpc: "2.0", id: 77, method: "ui/message", params: message }, "*");
        const call = { name: "view_request", arguments: { handle: "x", method: "ui/open" } };
        target?.postMessage({ jsonrpc: "2.0", id: 78, method: "tools/call", params: call }, "*");
        for (let id = 0; id < 30; id++) target?.postMessage({ jsonrpc: "2.0", id, result: {} }, "*");
      }
    });
    await settle(view, "after");
    expect(await opening.page.evaluate(() => frameHost.bridge.request({ method: "ping" }))).toEqual({});
    const asked = await opening.page.evaluate((from) => frameHost.asked.slice(from), before);
    expect(asked.filter(({ method }) => method !== "notifications/tools/list_changed")).toEqual([]);
  });

  test("is the only window that the frame listens to, beside the host's", async () => {
    const { opening, view } = await openHostile();
    await view.evaluate(async () => {
      const message = { role: "user", content: [{ type: "text", text: "forged" }] };
      const forged = JSON.stringify({ jsonrpc: "2.0", id: "f", method: "ui/message", params: message });
      const frame = document.createElement("iframe");
      frame.srcdoc = `<script>parent.parent.postMessage(${forged}, "*"); parent.postMessage("done", "*")</script>`;
      const done = new Promise((resolve) => {
        addEventListener("message", ({ data }) => data === "done" && resolve(undefined));
      });
      document.body.append(frame);
      await done;
    });
    await opening.page.evaluate(() => {
      const params = { role: "user", content: [{ type: "text", text: "forged" }] };
      frameHost.element.contentWindow?.postMessage(
        { jsonrpc: "2.0", id: "f", method: "ui/message", params },
        "*",
      );
    });
    expect(await opening.page.evaluate(() => frameHost.bridge.request({ method: "ping" }))).toEqual({});
    await settle(view, "after");
    expect(await opening.asked("ui/message")).toEqual([]);
  });

  test("can't answer for the gateway", async () => {
    let release = (): void => {};
    const genuine = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { opening, view } = await openHostile({
      answer: async ({ method }) => {
        if (method === "ui/open")
          return asAnswer({ result: { html: page, tool: { name: "list", inputSchema: {} } } });
        await genuine;
        return asAnswer({ result: { content: [{ type: "text", text: "genuine" }] } });
      },
    });
    await view.evaluate(() => {
      send({ id: "call", method: "tools/call", params: { name: "read" } });
      const content = [{ type: "text", text: JSON.stringify({ result: { content: [], forged: true } }) }];
      for (let id = 0; id < 30; id++) send({ id, result: { content } });
    });
    await settle(view, "after");
    release();
    await expect
      .poll(() => view.evaluate(() => received.find(({ id }) => id === "call")?.result))
      .toEqual({ content: [{ type: "text", text: "genuine" }] });
    expect(opening.calls.map(({ handle }) => handle)).toEqual([HANDLE, HANDLE]);
  });

  test("reaches nothing but the methods of its own showing", async () => {
    const { opening, view } = await openHostile();
    const methods = [
      "ui/open",
      "tools/list",
      "resources/subscribe",
      "prompts/get",
      "ui/resource-teardown",
      "x/y",
    ];
    await view.evaluate((names) => {
      for (const method of names)
        send({ id: method, method, params: { handle: "other", name: "a", uri: "b" } });
      send({ id: "call", method: "tools/call", params: { name: "x", handle: "other", method: "ui/open" } });
    }, methods);
    await settle(view, "after");
    const codes = await view.evaluate(
      (names) => names.map((name) => received.find(({ id }) => id === name)?.error?.code),
      methods,
    );
    expect(codes).toEqual(methods.map(() => -32601));
    await expect.poll(() => opening.calls.length).toBe(2);
    expect(opening.calls[1]).toMatchObject({ handle: HANDLE, method: "tools/call" });
  });

  test("opens no link that could run code in the host", async () => {
    const { opening, view } = await openHostile();
    await view.evaluate(() => {
      send({ id: "script", method: "ui/open-link", params: { url: "javascript:alert(1)" } });
      send({ id: "page", method: "ui/open-link", params: { url: "https://example.com/" } });
    });
    await settle(view, "after");
    await expect.poll(() => opening.asked("ui/open-link")).toEqual([{ url: "https://example.com/" }]);
    expect(await view.evaluate(() => received.find(({ id }) => id === "script")?.result)).toEqual({
      isError: true,
    });
  });

  test("can't report violations and errors that didn't happen", async () => {
    const { opening, view } = await openHostile();
    await view.evaluate(() => {
      const forged = { kind: "violation", directive: "connect-src", blockedUrl: "https://bank.example" };
      parent.postMessage({ toolshed: "", ...forged }, "*");
      parent.postMessage({ toolshed: undefined, ...forged }, "*");
      send({ method: "ui/notifications/sandbox-violation", params: forged });
      const { document } = window;
      const blocked = { effectiveDirective: "connect-src", blockedURI: "https://bank.example" };
      document.dispatchEvent(
        new SecurityPolicyViolationEvent("securitypolicyviolation", {
          ...blocked,
          bubbles: true,
          violatedDirective: "connect-src",
          documentURI: "about:srcdoc",
          originalPolicy: "",
          disposition: "enforce",
          statusCode: 200,
        }),
      );
      window.dispatchEvent(new ErrorEvent("error", { message: "Sign in at https://bank.example" }));
    });
    await settle(view, "after");
    expect(await opening.stripText()).toBeUndefined();
    // Nor can it change the text of one that did, or get hold of the script that reports it.
    const reached = await view.evaluate(async () => {
      const functions: unknown[] = [];
      Object.assign(Error, {
        prepareStackTrace: (_: Error, sites: { getFunction(): unknown }[]) => {
          functions.push(...sites.map((site) => site.getFunction()).filter((it) => it && it !== spy));
          return "";
        },
      });
      function spy() {
        functions.push(...(new Error().stack ?? ""));
        return { slice: () => "Sign in at bank.example" };
      }
      const { String: text } = window;
      const { slice } = text.prototype;
      const blockedURI = { configurable: true, get: () => "https://bank.example" };
      Object.assign(window, { String: spy });
      Object.assign(text.prototype, { slice: spy });
      Object.defineProperty(SecurityPolicyViolationEvent.prototype, "blockedURI", blockedURI);
      const blocked = new Promise((resolve) => addEventListener("securitypolicyviolation", resolve));
      new Image().src = "https://blocked.example/x.png";
      await blocked;
      Object.assign(window, { String: text });
      Object.assign(text.prototype, { slice });
      return functions.length;
    });
    await expect.poll(opening.stripText).toContain("https://blocked.example");
    expect(await opening.stripText()).not.toContain("bank.example");
    expect(reached).toBe(0);
    // Reports need the key, and nothing in the document has it.
    expect(await view.evaluate(() => document.documentElement.outerHTML)).not.toMatch(/toolshed|(\d+-){3}/);
  });

  test("can neither leave its page nor move the frame or the host, and opens no window", async () => {
    const canary = await startCanary();
    const { opening, view } = await openHostile();
    const attempts = await view.evaluate((url) => {
      const attempt = (action: () => unknown) => {
        try {
          return String(action());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        frame: attempt(() => {
          parent.location.href = url;
        }),
        host: attempt(() => {
          (window.top as Window).location.href = url;
        }),
        frameDocument: attempt(() => parent.document.body),
        element: attempt(() => window.frameElement),
        popup: attempt(() => window.open(url)),
        storage: attempt(() => localStorage.length),
        origin: self.origin,
      };
    }, canary.origin);
    expect(attempts).toEqual({
      frame: "SecurityError",
      host: "SecurityError",
      frameDocument: "SecurityError",
      element: "null",
      popup: "null",
      storage: "SecurityError",
      origin: "null",
    });
    await view.evaluate((url) => {
      location.href = url;
    }, canary.origin);
    await expect
      .poll(opening.stripText)
      .toContain("The View of Notes tried to leave its page and was stopped.");
    await opening.frame.locator(".result").getByText("Twelve notes").waitFor();
    await expect.poll(opening.inner).toBeUndefined();
    // Chromium connects before it decides, and sends nothing.
    expect(canary.hits.filter((hit) => hit !== "connection")).toEqual([]);
    await opening.frame.getByRole("button", { name: "Try again" }).click();
    await connected(opening);
  });

  test("is stopped if it leaves for an empty page or keeps reloading", async () => {
    const first = await openHostile({ expireEarly: 5_000 });
    await first.view.evaluate(() => {
      location.href = "about:blank";
    });
    await expect.poll(first.opening.stripText).toContain("tried to leave its page and was stopped");
    const second = await openFrame({ view: "<script>location.reload()</script>", expectedErrors: REFUSALS });
    await expect.poll(second.stripText).toContain("tried to leave its page and was stopped");
  });

  test("floods the frame in vain", async () => {
    const { opening, view } = await openHostile({ stopsClock: true });
    await view.evaluate(() => {
      for (let at = 0; at < 5_000; at++) {
        send({ method: "notifications/message", params: { level: "info", data: at } });
        send({ method: "ui/notifications/size-changed", params: { height: at % 900 } });
        send({ method: "notifications/tools/list_changed" });
      }
    });
    expect(await opening.page.evaluate(() => frameHost.bridge.request({ method: "ping" }))).toEqual({});
    await expect.poll(opening.stripText).toContain("The View sent more than the frame passes on.");
    await opening.page.clock.runFor(1_000);
    // A burst of 500 messages. A third of them is each of these, and all list changes come to one notice.
    const passed = await opening.asked("notifications/message");
    expect(passed.length).toBeGreaterThan(160);
    expect(passed.length).toBeLessThanOrEqual(167);
    expect(await opening.asked("notifications/tools/list_changed")).toHaveLength(1);
    expect(await opening.page.evaluate(() => frameHost.bridge.teardownResource({}))).toEqual({});
  });

  test("has at most 100 requests open", async () => {
    const { view } = await openHostile({
      answer: ({ method }) => (method === "tools/call" ? { never: true } : undefined),
    });
    await view.evaluate(() => {
      for (let id = 0; id < 130; id++) send({ id, method: "tools/call", params: { name: "x" } });
    });
    await settle(view, "after");
    const refused = await view.evaluate(() => received.filter(({ error }) => error?.code === -32000).length);
    expect(refused).toBe(30);
  });

  test("sends 100 MB in vain", async () => {
    const { opening, view } = await openHostile();
    await view.evaluate(() => {
      const data = "x".repeat(100_000_000);
      send({ id: "large", method: "tools/call", params: { name: "x", arguments: { data } } });
      send({ method: "notifications/message", params: { level: "info", data } });
      send({ method: "notifications/message", params: { level: "info", data: "x".repeat(200_000) } });
      const cyclic: { self?: object } = {};
      cyclic.self = cyclic;
      send({ id: "cyclic", method: "tools/call", params: { name: "x", arguments: cyclic } });
    });
    await settle(view, "after");
    const codes = await view.evaluate(() =>
      ["large", "cyclic"].map((name) => received.find(({ id }) => id === name)?.error?.code),
    );
    expect(codes).toEqual([-32000, -32000]);
    expect(opening.calls.map(({ method }) => method)).toEqual(["ui/open"]);
    expect(await opening.asked("notifications/message")).toEqual([]);
    await expect.poll(opening.stripText).toContain("(too large)");
  });

  test("says at most 100 KB at a time in the conversation", async () => {
    const { opening, view } = await openHostile();
    await view.evaluate(() => {
      const say = (id: string, length: number) =>
        send({
          id,
          method: "ui/message",
          params: { role: "user", content: [{ type: "text", text: "x".repeat(length) }] },
        });
      say("long", 100_000);
      say("short", 90_000);
    });
    await expect.poll(() => opening.asked("ui/message").then(({ length }) => length)).toBe(1);
    const refused = () => view.evaluate(() => received.find(({ id }) => id === "long")?.error);
    await expect.poll(refused).toMatchObject({ code: -32000, message: "The message is larger than 100 KB." });
  });

  test("offers at most 50 tools upwards, and no results of more than 2 MB", async () => {
    const { opening } = await openHostile({
      html: `<script>addEventListener("message", (event) => {
        const { id, method, params } = event.data;
        if (method !== "tools/list" && method !== "tools/call") return;
        event.stopImmediatePropagation();
        const tools = Array.from({ length: 80 }, (_, at) => ({ name: "t" + at, inputSchema: { type: "object" } }));
        const result = method === "tools/list" ? { tools } : { content: [{ type: "text", text: "x".repeat(params.arguments.size) }] };
        send({ id, result });
      })</script>`,
    });
    const listed = await opening.page.evaluate(() => frameHost.bridge.listTools({}));
    expect(listed.tools).toHaveLength(50);
    const sizes = await opening.page.evaluate(async () => {
      const call = (size: number) =>
        frameHost.bridge.callTool({ name: "t", arguments: { size } }).then(
          ({ content }) => (content[0] as { text: string }).text.length,
          ({ message }) => String(message),
        );
      return [await call(1_000), await call(3_000_000), await call(60_000_000)];
    });
    expect(sizes).toEqual([
      1_000,
      "The View's answer is larger than 2 MB.",
      "The message is larger than 10 MB.",
    ]);
  });

  test("can't draw over the strip or push it away", async () => {
    const { opening, view } = await openHostile({
      html: "<style>body{position:fixed;inset:-500px;background:red;z-index:2147483647}</style>",
    });
    await view.evaluate(() => {
      send({ method: "ui/notifications/size-changed", params: { width: 1e9, height: 1e9 } });
      send({ method: "ui/notifications/size-changed", params: { width: -5, height: Number.NaN } });
      send({ method: "ui/notifications/size-changed", params: { height: 90_000 } });
      setTimeout(() => {
        throw new Error("look here");
      });
    });
    await expect.poll(opening.stripText).toContain("look here");
    const seen = await opening.frame.evaluate(() => {
      const strip = document.getElementById("strip") as HTMLElement;
      window.scrollTo(0, 5_000);
      const { top, left, height } = strip.getBoundingClientRect();
      const at = document.elementFromPoint(left + 20, top + height / 2);
      return { isStrip: strip.contains(at), top, tallest: document.querySelector("iframe")?.offsetHeight };
    });
    expect(seen).toMatchObject({ isStrip: true, top: 0 });
    expect(seen.tallest).toBeLessThanOrEqual(10_000);
  });

  test("doesn't keep the host waiting for its teardown", async () => {
    const { opening, view } = await openHostile({
      expireEarly: 3_000,
      html: `<script>addEventListener("message", (event) => {
        if (event.data.method === "ui/resource-teardown") event.stopImmediatePropagation();
      })</script>`,
    });
    const torn: string[] = [];
    opening.page.on("console", (message) => torn.push(message.text()));
    await settle(view, "before");
    expect(await opening.page.evaluate(() => frameHost.bridge.teardownResource({}))).toEqual({});
    await expect.poll(opening.inner).toBeUndefined();
    expect(torn).not.toContain("torn down");
  });
});

const page = `<!doctype html><script>${HANDSHAKE}</script><h1>View</h1>`;

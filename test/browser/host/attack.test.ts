import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { isMatrix } from "../../fixtures/matrix.ts";
import {
  addHostileView,
  answered,
  type HostileSetup,
  mountHostileView,
  PRESETS,
} from "./mount-hostile-view.ts";
import { startCanary } from "./start-canary.ts";

declare const received: { id?: unknown; result?: { isError?: boolean }; error?: object; method?: string }[];
declare const send: (message: object) => void;
type Reporting = { reported: string[] };

/** Speaks as a View, from any window that has a way to the host's. */
const FORGERY = `
  const target = window.opener ?? window.parent;
  const forge = () => {
    for (let id = -1; id < 30; id++) target.postMessage({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "forged" }] } }, "*");
    target.postMessage({ jsonrpc: "2.0", id: "f", method: "ui/message", params: { role: "user", content: [{ type: "text", text: "forged" }] } }, "*");
    target.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
    target.postMessage("done", "*");
  };
  forge();`;

describe.skipIf(!chromiumPath).each(PRESETS)("a hostile View under the %s policy", (policy) => {
  const mount = (setup: HostileSetup = {}) => mountHostileView({ policy, ...setup });

  test("reaches neither the host's page, nor its cookies, nor another window", async () => {
    const { page, view, hostOrigin } = await mount();
    const attempts = await view.evaluate(() => {
      const attempt = (action: () => unknown) => {
        try {
          return String(action());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        proxyDocument: attempt(() => parent.document.body),
        hostDocument: attempt(() => parent.parent.document.body),
        hostAddress: attempt(() => top?.location.href),
        hostGlobal: attempt(() => (top as unknown as { host: unknown }).host),
        frameElement: attempt(() => window.frameElement),
        moveHost: attempt(() => {
          (top as Window).location.href = "about:blank";
        }),
        moveProxy: attempt(() => {
          parent.location.href = "about:blank";
        }),
        cookie: attempt(() => document.cookie),
        storage: attempt(() => localStorage.length),
        database: attempt(() => indexedDB.open("x")),
        popup: attempt(() => window.open("about:blank")),
        origin: self.origin,
      };
    });
    expect(attempts).toEqual({
      proxyDocument: "SecurityError",
      hostDocument: "SecurityError",
      hostAddress: "SecurityError",
      hostGlobal: "SecurityError",
      frameElement: "null",
      moveHost: "SecurityError",
      moveProxy: "SecurityError",
      popup: "null",
      ...(policy === "strict"
        ? { cookie: "SecurityError", storage: "SecurityError", database: "SecurityError", origin: "null" }
        : {
            cookie: "",
            storage: "0",
            database: "[object IDBOpenDBRequest]",
            origin: expect.stringMatching(/^http:\/\/view-[0-9a-f]{40}\.localhost:\d+$/),
          }),
    });
    expect(page.url()).toBe(`${hostOrigin}/`);
    expect(await page.evaluate(() => document.cookie)).toContain("secret-of-the-host");
    expect(await page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
  });

  test("cannot answer for another View", async () => {
    const opened = await mount();
    const { page, view: victim } = opened;
    const pending = page.evaluate(() => host.view.callTool({ name: "slow" }));
    await expect
      .poll(() => victim.evaluate(() => received.some(({ method }) => method === "tools/call")))
      .toBe(true);
    const attacker = await addHostileView(opened, { html: "<p>Another View</p>" });
    await attacker.evaluate(() => {
      const targets = [top, parent, top?.frames[0], top?.frames[0]?.frames[0]];
      for (const target of targets) {
        for (let id = -1; id < 30; id++) {
          const result = { content: [{ type: "text", text: "forged" }] };
          target?.postMessage({ jsonrpc: "2.0", id, result }, "*");
        }
      }
    });
    await answered(attacker);
    await victim.evaluate(() => {
      const { id } = received.find(({ method }) => method === "tools/call") ?? {};
      send({ id, result: { content: [{ type: "text", text: "genuine" }] } });
      send({ id, result: { content: [{ type: "text", text: "again" }] } });
    });
    expect((await pending).content).toEqual([{ type: "text", text: "genuine" }]);
  });

  test.each(["popup", "frame"] as const)("is not believed from a %s of another origin", async (kind) => {
    const canary = await startCanary(`<script>${FORGERY}</script>`);
    const { page } = await mount();
    await page.evaluate(
      async ([opened, url]) => {
        const done = new Promise((resolve) => {
          addEventListener("message", ({ data }) => data === "done" && resolve(undefined));
        });
        // The frame is the one the host listens to, which has left the sandbox.
        if (opened === "frame") host.view.frame.src = url;
        else window.open(url);
        await done;
      },
      [kind, canary.origin] as const,
    );
    expect(await page.evaluate(() => host.asked)).toEqual([]);
    const stages = await page.evaluate(() => host.seen.status.map(({ stage }) => stage));
    expect(stages).toEqual(["resource", "sandbox", "initialize"]);
  });

  test("cannot speak for the sandbox", async () => {
    const { page, view } = await mount();
    await view.evaluate(async () => {
      const html = "<script>parent.postMessage({ jsonrpc: '2.0', method: 'taken' }, '*')</script>";
      send({ method: "ui/notifications/sandbox-resource-ready", params: { html } });
      send({ method: "ui/notifications/sandbox-proxy-ready", params: {} });
      send({ method: ["ui/notifications/sandbox-proxy-ready"], params: {} });
      send({ method: "ui/notifications/sandbox-violation", params: { directive: "x", blockedUrl: "y" } });
      top?.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
    });
    await answered(view);
    const seen = await page.evaluate(() => host.seen);
    expect(seen.status.map(({ stage }) => stage)).toEqual(["resource", "sandbox", "initialize"]);
    expect(seen.violation).toEqual([]);
    expect(await view.evaluate(() => document.querySelector("h1")?.textContent)).toBe("View");
  });

  test("finds nothing of itself under another policy of the sandbox", async () => {
    const { page, view } = await mount();
    const loose = new URL(view.url());
    loose.searchParams.set("csp", JSON.stringify({ connectDomains: ["https://evil.example"] }));
    await view.evaluate((url) => {
      location.href = url;
    }, loose.href);
    await expect.poll(() => page.frames()[2]?.url()).toBe(loose.href);
    await page.frames()[2]?.waitForLoadState();
    expect(await page.frames()[2]?.evaluate(() => document.querySelector("h1"))).toBeNull();
  });

  test("gets no link past the host that could run code or start a program", async () => {
    const { page, view } = await mount();
    const urls = [
      "javascript:alert(1)",
      " JaVaScRiPt:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "file:///etc/passwd",
      "intent://scan/#Intent;scheme=zxing;end",
      "vbscript:x",
      "blob:null/1",
      "about:blank",
      "ms-word:x",
      "//no-scheme.example",
      "",
    ];
    const refused = await view.evaluate(async (all) => {
      const answered = (id: string) =>
        new Promise<boolean>((resolve) => {
          addEventListener("message", ({ data }) => data.id === id && resolve(data.result?.isError === true));
        });
      return Promise.all(
        all.map((url, index) => {
          send({ id: `link ${index}`, method: "ui/open-link", params: { url } });
          return answered(`link ${index}`);
        }),
      );
    }, urls);
    expect(refused).toEqual(urls.map(() => true));
    expect(await page.evaluate(() => host.asked)).toEqual([]);
    await view.evaluate(() =>
      send({ id: "ok", method: "ui/open-link", params: { url: "https://ok.example/" } }),
    );
    await expect.poll(() => page.evaluate(() => host.asked.length)).toBe(1);
  });

  test("calls neither the model's tools nor those of another server", async () => {
    const { page, view } = await mount({ withFakeClient: true });
    await view.evaluate(() => {
      for (const name of ["for-model", "of-another-server", "for-app"]) {
        send({ id: name, method: "tools/call", params: { name, arguments: {} } });
      }
    });
    const answers = () =>
      view.evaluate(() =>
        Object.fromEntries(received.map(({ id, error }) => [id, error === undefined ? "done" : "refused"])),
      );
    await expect.poll(answers).toMatchObject({
      "for-model": "refused",
      "of-another-server": "refused",
      "for-app": "done",
    });
    expect(await page.evaluate(() => host.fakeCalls)).toEqual(["of-another-server", "for-app"]);
  });

  test("gains nothing by using an id twice", async () => {
    const { page, view } = await mount({ withFakeClient: true });
    await view.evaluate(() => {
      send({ id: "same", method: "tools/call", params: { name: "for-model", arguments: {} } });
      send({ id: "same", method: "tools/call", params: { name: "for-app", arguments: {} } });
      send({ id: "same", method: "ui/open-link", params: { url: "javascript:alert(1)" } });
      send({ id: "same", result: { content: [] } });
    });
    await answered(view);
    expect(await page.evaluate(() => host.asked)).toEqual([]);
    expect(await page.evaluate(() => host.fakeCalls)).not.toContain("for-model");
    expect(await page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
  });

  test("asks for nothing by permissions of other names", async () => {
    const permissions = { camera: {}, clipboardWrite: {}, "display-capture": {}, "usb *; midi": {} };
    const { page, view } = await mount({ meta: { permissions } });
    expect(await page.evaluate(() => host.view.frame.allow)).toBe("camera; clipboard-write");
    const frames = page.frames()[1];
    expect(await frames?.evaluate(() => document.querySelector("iframe")?.allow)).toBe(
      "camera; clipboard-write",
    );
    const features = ["camera", "clipboard-write", "microphone", "geolocation", "display-capture", "usb"];
    const allowed = await view.evaluate((names) => {
      const { featurePolicy } = document as unknown as {
        featurePolicy: { allowsFeature(name: string): boolean };
      };
      return names.filter((name) => featurePolicy.allowsFeature(name));
    }, features);
    expect(allowed).toEqual(["camera", "clipboard-write"]);
  });

  test("gets its result again after a reload, and not for saying that it is initialized", async () => {
    const { page, view } = await mount();
    await page.evaluate(() => host.view.sendToolResult({ content: [] }));
    await view.evaluate(() => {
      for (let count = 0; count < 300; count++) send({ method: "ui/notifications/initialized" });
    });
    await answered(view);
    const results = await view.evaluate(
      () => received.filter(({ method }) => method === "ui/notifications/tool-result").length,
    );
    expect(results).toBe(1);
  });

  test("is disconnected if it keeps reloading to get its result again", async () => {
    const html = `<script>addEventListener("message", ({ data }) => {
      if (data.method === "ui/notifications/tool-result") location.reload();
    })</script>`;
    const { page } = await mount({ html });
    await page.evaluate(() => host.view.sendToolResult({ content: [] }).catch(() => {}));
    const problems = () => page.evaluate(() => host.seen.status.flatMap(({ problem }) => problem ?? []));
    await expect.poll(problems).toContainEqual(expect.stringContaining("it keeps reloading"));
    await expect(page.evaluate(() => host.view.bridge.request({ method: "ping" }))).rejects.toThrow();
  });

  test("raises no error in the pages around it", async () => {
    const html = `<script>addEventListener("message", (event) => {
      if (event.data.method !== "tools/list" || !globalThis.isCyclic) return;
      event.stopImmediatePropagation();
      const inputSchema = { type: "object" };
      inputSchema.self = inputSchema;
      send({ id: event.data.id, result: { tools: [{ name: "a", inputSchema }] } });
    })</script>`;
    const { page, view } = await mount({ html });
    await page.evaluate(() => {
      Object.assign(globalThis, { reported: [] });
      host.view.bridge.onerror = ({ message }) => (globalThis as unknown as Reporting).reported.push(message);
    });
    await view.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      parent.postMessage({ stage: location.href }, "*", [port2]);
      const odd: unknown[] = [null, 1, "x", {}, { toString: 1 }, [], new Map()];
      for (const params of odd)
        for (const name of ["violation", "error"]) port1.postMessage({ name, params });
      for (const message of odd) port1.postMessage({ name: "error", params: { message } });
      for (const it of odd) port1.postMessage(it);
      for (const method of odd) parent.postMessage({ jsonrpc: "2.0", method }, "*");
      for (const it of odd) parent.postMessage(it, "*");
      const { port1: held } = new MessageChannel();
      parent.postMessage({ jsonrpc: "2.0", method: "x", params: { held } }, "*", [held]);
      Object.assign(globalThis, { isCyclic: true });
      send({ method: "notifications/tools/list_changed" });
    });
    const reported = () => page.evaluate(() => (globalThis as unknown as Reporting).reported);
    await expect.poll(reported).toContain("The View's list of tools is not JSON");
    // Errors that no page caught fail the test at its end.
    expect(await page.evaluate(() => host.view.tools.map(({ name }) => name))).toEqual(["slow"]);
    expect(await page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
  });

  test("cannot drown the host in forged reports", async () => {
    const { page, view } = await mount();
    await view.evaluate(() => {
      const long = "x".repeat(1_000_000);
      const forge = (port: MessagePort, text: string) => {
        const params = { directive: text, blockedUrl: text, sample: text, message: text, other: text };
        for (const name of ["violation", "error", "anything"]) port.postMessage({ name, params });
      };
      for (let ports = 0; ports < 3; ports++) {
        const { port1, port2 } = new MessageChannel();
        parent.postMessage({ stage: location.href }, "*", [port2]);
        for (let count = 0; count < 200; count++) forge(port1, count === 0 ? long : "short");
      }
    });
    await expect.poll(() => page.evaluate(() => host.seen.overflow.length)).toBe(1);
    const { violation, error } = await page.evaluate(() => host.seen);
    expect(violation.length + error.length).toBe(100);
    expect(Math.max(...[...violation, ...error].map((report) => JSON.stringify(report).length))).toBeLessThan(
      5_000,
    );
    expect(await page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
  });

  test("can't make its host read messages of more than 10 MB or too many values, and is told so", async () => {
    const { page, view } = await mount({ stopsClock: true });
    await page.evaluate(() => {
      Object.assign(globalThis, { messages: [] });
      addEventListener("message", ({ data }) => {
        const { id, error } = Object(data);
        (globalThis as unknown as { messages: unknown[] }).messages.push(error ? [id, error.code] : id);
      });
    });
    const ask = (id: string, kind: "text" | "values" | "map", size: number) =>
      view.evaluate(
        ([id, kind, size]) => {
          const data = { text: "x".repeat(size), values: Array(size).fill(1), map: new Map([[1, size]]) };
          send({ id, method: "ui/message", params: { data: data[kind] } });
        },
        [id, kind, size] as const,
      );
    await ask("long", "text", 11_000_000);
    await ask("many", "values", 200_000);
    await ask("map", "map", 1);
    const refused = () =>
      view.evaluate(() =>
        received.flatMap(({ id, error }) => ((error as { code?: number })?.code === -32000 ? id : [])),
      );
    await expect.poll(refused).toEqual(["long", "many", "map"]);
    await page.clock.runFor(2_000);
    // The first of these uses up a burst.
    await view.evaluate(() => {
      const data = "x".repeat(9_990_000);
      for (let id = 0; id < 4; id++) send({ id: `large ${id}`, method: "ui/message", params: { data } });
    });
    await expect.poll(refused).toEqual(["long", "many", "map", "large 1", "large 2", "large 3"]);
    await page.clock.runFor(2_000);
    await view.evaluate(() => send({ id: 1e6, result: { data: Array(200_000).fill(1) } }));
    const messages = () => page.evaluate(() => (globalThis as unknown as { messages: unknown[] }).messages);
    await expect.poll(messages).toContainEqual([1e6, -32000]);
    expect(await messages()).toContain("large 0");
    for (const id of await refused()) expect(await messages()).not.toContain(id);
  });

  test("reports no violation or error of its own making", async () => {
    const { page, view } = await mount();
    await view.evaluate(() => {
      const init = { violatedDirective: "x", documentURI: "", originalPolicy: "", statusCode: 200 };
      document.dispatchEvent(
        new SecurityPolicyViolationEvent("securitypolicyviolation", {
          ...init,
          effectiveDirective: "worker-src",
          blockedURI: "blob",
          disposition: "enforce",
          bubbles: true,
        }),
      );
      window.dispatchEvent(new ErrorEvent("error", { message: "forged" }));
      setTimeout(() => {
        throw new Error("Refused\nto work");
      });
    });
    await expect.poll(() => page.evaluate(() => host.seen.error.length)).toBe(1);
    const { error, violation } = await page.evaluate(() => host.seen);
    expect(error).toEqual([{ message: "Uncaught Error: Refused to work" }]);
    expect(violation).toEqual([]);
  });

  test("cannot drown the host in messages", async () => {
    const opened = await mount({ stopsClock: true });
    const { page, view } = opened;
    const passed = () =>
      page.evaluate(() => host.asked.filter(({ method }) => method === "notifications/message").length);
    const flood = () =>
      view.evaluate(
        (total) => {
          for (let count = 0; count < total; count++)
            send({ method: "notifications/message", params: { level: "info", data: "x" } });
        },
        isMatrix ? 40_000 : 12_000,
      );
    await flood();
    const other = await addHostileView(opened);
    expect(await page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
    expect(await other.evaluate(() => received.some(({ method }) => method === "ping"))).toBe(true);
    await expect.poll(() => page.evaluate(() => host.seen.overflow.length)).toBe(1);
    // A burst of 1,000, with the messages of the handshake.
    const burst = await passed();
    expect(burst).toBeGreaterThan(900);
    expect(burst).toBeLessThanOrEqual(1_000);

    // Sends a message every 2 ms once the lost ones are reported.
    await page.clock.runFor(1_000);
    await flood();
    await expect.poll(() => page.evaluate(() => host.seen.overflow.length)).toBe(3);
    expect(await passed()).toBe(burst + 500);
    await page.evaluate(() => host.view.teardown());
  });
});

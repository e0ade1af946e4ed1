import type { PolicySwitch } from "@toolshed/apps/host";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { addHostileView, HANDSHAKE, mountHostileView } from "./mount-hostile-view.ts";
import { startCanary } from "./start-canary.ts";

declare const received: unknown[];

/** Uses everything a switch allows, and tells what worked. */
function trySwitches(): Promise<PolicySwitch[]> {
  const settle = (target: EventTarget, good: string) =>
    new Promise<void>((resolve, reject) => {
      target.addEventListener(good, () => resolve());
      target.addEventListener("error", () => reject(new Error("blocked")));
    });
  const toBlob = (text: string, type: string) => URL.createObjectURL(new Blob([text], { type }));
  const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";
  const script = "text/javascript";
  const addScript = (src: string) => {
    const element = Object.assign(document.createElement("script"), { src });
    const loaded = settle(element, "load");
    document.body.append(element);
    return loaded;
  };
  const attempts: Record<PolicySwitch, () => Promise<unknown>> = {
    // What the test itself evaluates may use eval; what it leaves for later may not.
    eval: () => new Promise((resolve) => setTimeout(resolve)).then(() => new Function("return 6 * 7")()),
    blobWorkers: () => settle(new Worker(toBlob("postMessage(1)", script)), "message"),
    dataScripts: async () => {
      await addScript(`data:${script},1`);
      await addScript(toBlob("1", script));
    },
    dataResources: () => {
      const image = new Image();
      const loaded = settle(image, "load");
      image.src = toBlob(svg, "image/svg+xml");
      return loaded;
    },
    storage: async () => localStorage.setItem("kept", "yes"),
  };
  return Promise.all(
    Object.entries(attempts).map(async ([name, attempt]) => {
      const worked = await attempt().then(
        () => true,
        () => false,
      );
      return worked ? [name as PolicySwitch] : [];
    }),
  ).then((worked) => worked.flat());
}

const SWITCHES = ["eval", "blobWorkers", "dataScripts", "dataResources", "storage"] as const;
const switchesOf = (page: Page) =>
  page.evaluate(() => host.seen.violation.flatMap((violation) => violation.switch ?? []));

describe.skipIf(!chromiumPath)("the policy of a View", () => {
  test("allows nothing by default, and names the switch for each thing it blocks", async () => {
    const { page, view } = await mountHostileView();
    expect(await view.evaluate(trySwitches)).toEqual([]);
    await expect.poll(async () => new Set(await switchesOf(page))).toEqual(new Set(SWITCHES));
  });

  test.each(SWITCHES)("allows %s by its switch, and nothing else with it", async (name) => {
    const { page, view } = await mountHostileView({ policy: { [name]: true } });
    expect(await view.evaluate(trySwitches)).toEqual([name]);
    await expect
      .poll(async () => new Set(await switchesOf(page)))
      .toEqual(new Set(SWITCHES.filter((other) => other !== name)));
  });

  test("allows all of it in the preset of the reference host", async () => {
    const { page, view } = await mountHostileView({ policy: "compatible" });
    expect(await view.evaluate(trySwitches)).toEqual(SWITCHES);
    expect(await page.evaluate(() => host.seen.violation)).toEqual([]);
  });

  test("explains a policy that doesn't exist", async () => {
    const { page, sandboxUrl } = await mountHostileView();
    const problem = await page.evaluate(
      (url) =>
        host.mount({ html: "", sandboxUrl: url, policy: { evil: true } as object }).ready.catch(String),
      sandboxUrl,
    );
    expect(problem).toMatch(/Unknown policy "evil"\. Use "strict", "compatible" or switches: eval, /);
  });

  test("is remembered by the View's hash, and doesn't hold for a changed View or another owner", async () => {
    const opened = await mountHostileView();
    const mount = async (html: string, owner?: string) => {
      const { html: page, ...options } = { html, sandboxUrl: opened.sandboxUrl, ...(owner && { owner }) };
      const before = new Set(opened.page.frames());
      const hash = await opened.page.evaluate(
        async ([text, given]) => {
          const view = host.mount({ ...given, html: text, policy: host.grants.policy });
          await view.ready;
          return view.hash ?? "";
        },
        [`<!doctype html><script>${HANDSHAKE}</script>${page}`, options] as const,
      );
      const frame = opened.page.frames().find((one) => !before.has(one) && one.parentFrame()?.parentFrame());
      return { hash, allowed: (await frame?.evaluate(trySwitches)) ?? [] };
    };
    const first = await mount("one");
    expect(first).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), allowed: [] });
    await opened.page.evaluate((hash) => {
      host.grants.allow(hash, "eval");
      host.grants.allow(hash, "dataScripts");
    }, first.hash);
    expect(await mount("one")).toEqual({ hash: first.hash, allowed: ["eval", "dataScripts"] });
    expect((await mount("two")).allowed).toEqual([]);
    expect((await mount("one", "https://other.example/mcp")).allowed).toEqual([]);
    await opened.page.evaluate((hash) => host.grants.revoke(hash), first.hash);
    expect((await mount("one")).allowed).toEqual([]);
  });
});

describe.skipIf(!chromiumPath)("a View's test for eval", () => {
  test("is not a violation, while code that was meant to run is", async () => {
    const { page, view } = await mountHostileView();
    await view.evaluate(async () => {
      const attempt = (action: () => unknown) => {
        try {
          action();
        } catch {
          // As expected.
        }
      };
      await new Promise((resolve) => setTimeout(resolve));
      // The first is zod's, the second core-js's.
      attempt(() => new Function(""));
      attempt(() => Function("return this")());
      attempt(() => new Function("a", "return a + 1"));
    });
    await expect
      .poll(() => page.evaluate(() => host.seen.violation))
      .toEqual([
        {
          directive: "script-src",
          blockedUrl: "eval",
          sample: expect.stringContaining("return a + 1"),
          switch: "eval",
        },
      ]);
  });
});

describe.skipIf(!chromiumPath)("the parent of a View", () => {
  test("can be held by a framework that looks into every object", async () => {
    const { view } = await mountHostileView();
    const seen = await view.evaluate(async () => {
      const fromParent = new Promise<boolean>((resolve) => {
        addEventListener("message", ({ source }) => resolve(source === parent));
      });
      parent.postMessage({ jsonrpc: "2.0", id: "x", method: "ping" }, "*");
      const attempt = (action: () => unknown) => {
        try {
          return String(action());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        marker: attempt(() => (parent as unknown as { __v_isRef: unknown }).__v_isRef),
        kind: Object.prototype.toString.call(parent),
        isItself: parent === window.parent && parent !== window && parent.self === parent,
        fromParent: await fromParent,
        document: attempt(() => parent.document),
        storage: attempt(() => parent.localStorage),
        address: attempt(() => parent.location.href),
        written: attempt(() => {
          (parent as unknown as { mark: number }).mark = 1;
        }),
      };
    });
    expect(seen).toEqual({
      marker: "undefined",
      kind: "[object Window]",
      isItself: true,
      fromParent: true,
      document: "SecurityError",
      storage: "SecurityError",
      address: "SecurityError",
      written: "SecurityError",
    });
  });
});

describe.skipIf(!chromiumPath)("Views with storage", () => {
  const keep = (view: Frame, mark: string) =>
    view.evaluate(async (value) => {
      localStorage.setItem("mark", value);
      for (const domain of ["", "; domain=localhost", "; domain=.localhost"]) {
        // biome-ignore lint/suspicious/noDocumentCookie: this is what a View can do.
        document.cookie = `mark${domain.length}=${value}${domain}; SameSite=None; Secure`;
      }
      await (await caches.open("mark")).put("/mark", new Response(value));
      await new Promise((resolve) => {
        indexedDB.open(`mark-${value}`).onsuccess = resolve;
      });
    }, mark);
  const found = (view: Frame) =>
    view.evaluate(async () => ({
      stored: localStorage.getItem("mark"),
      cookie: document.cookie,
      cached: await (await caches.match("/mark"))?.text(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
  const nothing = { stored: null, cookie: "", cached: undefined, databases: [] };

  test("find their own data again, and none of another View or of the same View under another policy", async () => {
    const opened = await mountHostileView({ policy: "compatible", html: "<p>one</p>" });
    await keep(opened.view, "first");
    const again = await addHostileView(opened, { html: "<p>one</p>" });
    expect(again.url()).toBe(opened.view.url());
    expect(await found(again)).toMatchObject({
      stored: "first",
      cached: "first",
      databases: ["mark-first"],
    });
    const csp = { connectDomains: ["https://api.example.com"] };
    const others = [
      await addHostileView(opened, { html: "<p>two</p>" }),
      await addHostileView(opened, { html: "<p>one</p>", policy: { storage: true } }),
      await addHostileView(opened, { html: "<p>one</p>", meta: { csp } }),
    ];
    for (const other of others) expect(await found(other)).toEqual(nothing);
  });

  test("reach neither each other, nor the proxy, nor the host", async () => {
    const opened = await mountHostileView({ policy: "compatible", html: "<p>one</p>" });
    const attacker = await addHostileView(opened, { html: "<p>two</p>" });
    await opened.view.evaluate(() => {
      for (const name of ["a", "b"]) new BroadcastChannel(name).onmessage = () => received.push("broadcast");
    });
    const before = await opened.view.evaluate(() => received.length);
    const reached = await attacker.evaluate(async () => {
      const attempt = (action: () => unknown) => {
        try {
          return String(action());
        } catch (error) {
          return (error as Error).name;
        }
      };
      for (const name of ["a", "b"]) new BroadcastChannel(name).postMessage("x");
      const names = { proxy: top?.frames[0], view: top?.frames[0]?.frames[0], host: top };
      const results: Record<string, string[]> = {};
      for (const [name, target] of Object.entries(names)) {
        results[name] = [
          attempt(() => target?.document.body),
          attempt(() => target?.localStorage),
          attempt(() => target?.location.href),
          attempt(() => {
            if (target) target.location.href = "about:blank";
          }),
        ];
      }
      const domain = attempt(() => {
        document.domain = "localhost";
      });
      const locks = await navigator.locks.query();
      return { ...results, domain, locks: locks.held };
    });
    const denied = ["SecurityError", "SecurityError", "SecurityError", "SecurityError"];
    expect(reached).toEqual({
      proxy: denied,
      view: denied,
      host: denied,
      domain: "SecurityError",
      locks: [],
    });
    expect(await opened.page.evaluate(() => host.view.bridge.request({ method: "ping" }))).toEqual({});
    expect(await opened.view.evaluate((count) => received.slice(count), before)).toEqual([]);
    expect(await opened.page.evaluate(() => document.cookie)).toContain("secret-of-the-host");
  });

  test("can't install a service worker or frame their own origin", async () => {
    const { view } = await mountHostileView({ policy: "compatible" });
    const outcome = await view.evaluate(async () => {
      const register = (url: string) =>
        navigator.serviceWorker.register(url).then(
          () => "registered",
          (error: Error) => error.name,
        );
      const blob = URL.createObjectURL(new Blob(["1"], { type: "text/javascript" }));
      const frame = Object.assign(document.createElement("iframe"), { src: location.href });
      const blocked = new Promise<string>((resolve) => {
        addEventListener("securitypolicyviolation", (event) => {
          if (event.effectiveDirective === "frame-src") resolve(event.effectiveDirective);
        });
      });
      document.body.append(frame);
      return {
        own: await register(location.href),
        script: await register("/worker.js"),
        blob: await register(blob),
        framed: await blocked,
      };
    });
    expect(outcome).toEqual({
      own: "TypeError",
      script: "TypeError",
      blob: "TypeError",
      framed: "frame-src",
    });
  });

  test("can't escape their policy through a second View on the same origin", async () => {
    const canary = await startCanary();
    const opened = await mountHostileView({ policy: { storage: true } });
    const { page, view } = opened;
    const address = view.url();
    const accomplice = await addHostileView(opened);
    // They share an origin, so the second can run code in whatever the first turns into.
    expect(await accomplice.evaluate(() => Boolean(top?.frames[0]?.frames[0]?.document))).toBe(true);
    const csp = JSON.stringify({ connectDomains: [canary.origin], resourceDomains: [canary.origin] });
    const looser: Record<string, string>[] = [
      { csp },
      { csp, view: "0".repeat(64) },
      { policy: "eval,blobWorkers,dataScripts,dataResources,storage" },
      { stage: opened.hostOrigin, csp },
      { host: "https://evil.example", csp },
    ];
    for (const changes of looser) {
      const url = new URL(address);
      for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
      const navigated = page.waitForResponse((response) => response.url() === url.href);
      await page.frames()[2]?.evaluate((to) => {
        location.href = to;
      }, url.href);
      expect((await navigated).status()).toBe(403);
      await expect.poll(() => page.frames()[2]?.url()).toBe(url.href);
      await page.frames()[2]?.waitForLoadState();
      await accomplice.evaluate(async (to) => {
        const target = top?.frames[0]?.frames[0] as (Window & typeof globalThis) | undefined;
        await target?.fetch(`${to}/fetch`, { mode: "no-cors" }).catch(() => {});
        const image = target?.document.createElement("img");
        if (image) image.src = `${to}/image`;
        if (image) target?.document.body.append(image);
      }, canary.origin);
    }
    await page.evaluate((url) => fetch(url, { mode: "no-cors" }), `${canary.origin}/from-the-host`);
    expect(canary.hits).toEqual(["connection", "GET /from-the-host"]);
  });
});

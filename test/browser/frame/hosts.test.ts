import { describe, expect, test } from "vitest";
import { chromiumPath } from "../../fixtures/browser.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { asAnswer, connected, HANDLE, innerOf, innerViewHtml, openFrame, SHOWN } from "./open-frame.ts";

const view = await innerViewHtml("ours");

describe.skipIf(!chromiumPath)("the frame in a host that lacks something", () => {
  test("shows the result and says why, if the host removes _meta", async () => {
    const opening = await openFrame({ view, result: SHOWN });
    await expect.poll(opening.stripText).toContain("this host removed the data that opens the View");
    expect(await opening.stripText()).toContain("npx toolshed endpoint create <name> --pin notes.list");
    const result = opening.frame.locator(".result");
    await expect.poll(() => result.textContent()).toContain("Twelve notes");
    await expect.poll(() => result.textContent()).toContain('"count": 12');
    expect(opening.inner()).toBeUndefined();
    expect(opening.calls).toEqual([]);
    expect(await findAxeViolations(opening.frame)).toEqual([]);
  });

  test("shows the result of a tool without a View, and nothing else", async () => {
    const image = { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };
    const text = { type: "text", text: "<b>bold</b>" };
    const result = {
      content: [text, image],
      _meta: { "toolshed/view": { path: "notes.list", title: "Notes" } },
    };
    const opening = await openFrame({ view, result });
    await expect.poll(() => opening.frame.locator(".result pre").allTextContents()).toEqual(["<b>bold</b>"]);
    expect(await opening.frame.locator(".result img").getAttribute("src")).toBe(
      "data:image/png;base64,iVBORw0KGgo=",
    );
    await expect.poll(opening.stripText).toBeUndefined();
  });

  test("says so if the host refuses view_request, and opens the View when it no longer does", async () => {
    let isRefusing = true;
    const opening = await openFrame({
      view,
      answer: () => (isRefusing ? { error: "Tool view_request not found" } : undefined),
    });
    await expect.poll(opening.stripText).toContain("This host refused the request that opens the View");
    expect(await opening.stripText()).toContain("Tool view_request not found.");
    expect(await opening.frame.textContent(".result")).toContain("Twelve notes");
    isRefusing = false;
    await opening.frame.getByRole("button", { name: "Try again" }).press("Enter");
    const inside = await connected(opening);
    await expect.poll(() => inside.evaluate(() => inner.seen.length)).toBe(2);
  });

  test("says so if the host refuses with a result instead of an error", async () => {
    const opening = await openFrame({
      view,
      answer: () => ({ result: { isError: true, content: [{ type: "text", text: "Unknown tool" }] } }),
    });
    await expect.poll(opening.stripText).toContain("It said: Unknown tool.");
  });

  test("asks to show the View again if its handle has expired, immediately or later", async () => {
    const expired = asAnswer({
      error: { code: -32000, message: "This View has expired.", data: { reason: "expired" } },
    });
    const late = await openFrame({ view, answer: () => expired });
    await expect.poll(late.stripText).toBe("This View has expired. Ask to show it again.");
    const opening = await openFrame({
      view,
      answer: ({ method }) => (method === "tools/call" ? expired : undefined),
    });
    const inside = await connected(opening);
    const error = await inside.evaluate(() =>
      inner.app.callServerTool({ name: "x" }).catch(({ code }) => code),
    );
    expect(error).toBe(-32000);
    await expect.poll(opening.stripText).toContain("This View has expired. Ask to show it again.");
  });

  test.each([
    ["updateModelContext", "onupdatemodelcontext"],
    ["message", "onmessage"],
    ["openLinks", "onopenlink"],
    ["downloadFile", "ondownloadfile"],
  ] as const)("does not offer %s if the host doesn't", async (capability, handler) => {
    const all = { openLinks: {}, message: {}, updateModelContext: {}, downloadFile: {}, logging: {} };
    const { [capability]: _, ...rest } = all;
    const opening = await openFrame({ view, capabilities: rest, without: [handler] });
    const inside = await connected(opening);
    const capabilities = await inside.evaluate(() => Object.keys(inner.app.getHostCapabilities() ?? {}));
    expect(capabilities.sort()).toEqual(
      [...Object.keys(rest), "sandbox", "serverResources", "serverTools"].sort(),
    );
    const answer = await inside.evaluate((name) => {
      const text = { type: "text" as const, text: "x" };
      const requests = {
        updateModelContext: () => inner.app.updateModelContext({ content: [text] }),
        message: () => inner.app.sendMessage({ role: "user", content: [text] }),
        openLinks: () => inner.app.openLink({ url: "https://example.com" }),
        downloadFile: () => inner.app.downloadFile({ contents: [] }),
      };
      return requests[name]().catch(({ code }) => code);
    }, capability);
    expect(answer).toBe(-32601);
  });

  test("passes on the mode of a host that only has inline", async () => {
    const opening = await openFrame({ view, mode: "inline", context: { availableDisplayModes: ["inline"] } });
    const inside = await connected(opening);
    expect(await inside.evaluate(() => inner.app.requestDisplayMode({ mode: "fullscreen" }))).toEqual({
      mode: "inline",
    });
    expect(await opening.asked("ui/request-display-mode")).toEqual([{ mode: "fullscreen" }]);
    expect(await inside.evaluate(() => inner.app.getHostContext()?.availableDisplayModes)).toEqual([
      "inline",
    ]);
  });

  test("works again after the host unloaded it", async () => {
    const opening = await openFrame({ view });
    await connected(opening);
    await opening.mount();
    const inside = await connected(opening);
    await expect.poll(() => inside.evaluate(() => inner.seen.length)).toBe(2);
    expect(opening.calls.map(({ method }) => method)).toEqual(["ui/open", "ui/open"]);
  });

  test("passes on progress, the host's time limit and the View's cancellation", async () => {
    const opening = await openFrame({
      view,
      answer: ({ params }) => {
        if (params?.name === "slow") return { progress: [1, 2], error: "Request timed out" };
        return params?.name === "endless" ? { never: true } : undefined;
      },
    });
    const inside = await connected(opening);
    const { progress, problem } = await inside.evaluate(async () => {
      const progress: number[] = [];
      const onprogress = (it: { progress: number }) => progress.push(it.progress);
      const problem = await inner.app.callServerTool({ name: "slow" }, { onprogress }).catch(String);
      return { progress, problem };
    });
    expect(progress).toEqual([1, 2]);
    expect(problem).toContain("Request timed out");
    await inside.evaluate(async () => {
      const controller = new AbortController();
      const call = inner.app.callServerTool({ name: "endless" }, { signal: controller.signal });
      controller.abort("changed my mind");
      await call.catch(() => {});
    });
    await expect.poll(() => opening.page.evaluate(() => frameHost.cancelled)).toBe(1);
  });

  test("says so if the host stops waiting for ui/open", async () => {
    const opening = await openFrame({ view, answer: () => ({ error: "Request timed out" }) });
    await expect.poll(opening.stripText).toContain("Request timed out");
    expect(await opening.stripText()).toContain("Try again");
  });

  test("tells neither the model nor the View its handle, even where app-only tools are the model's too", async () => {
    const opening = await openFrame({ view, capabilities: { serverTools: {}, tools: {} } as object });
    const inside = await connected(opening);
    await expect.poll(() => inside.evaluate(() => inner.seen.length)).toBe(2);
    const known = await inside.evaluate(() =>
      JSON.stringify([inner.seen, inner.app.getHostContext(), document.documentElement.outerHTML]),
    );
    expect(known).not.toContain(HANDLE);
    expect(await inside.evaluate(() => inner.seen[1]?.value)).toEqual(SHOWN);
    const told = await opening.page.evaluate(() =>
      frameHost.asked.filter(({ method }) => method !== "tools/call"),
    );
    expect(JSON.stringify(told)).not.toContain(HANDLE);
  });
});

describe.skipIf(!chromiumPath)("the frame and what its View needs", () => {
  const networkView = { html: view, csp: { connectDomains: ["https://api.example.com"] } };

  test("names domains that the host doesn't allow, before they fail, and opens the dashboard", async () => {
    const opening = await openFrame({ view: networkView });
    await expect
      .poll(opening.stripText)
      .toContain("This host blocks domains that the View needs: https://api.example.com.");
    expect(await opening.stripText()).toContain("npx toolshed endpoint create <name> --pin notes.list");
    await opening.frame.getByRole("button", { name: "Open in the dashboard" }).click();
    await expect
      .poll(() => opening.asked("ui/open-link"))
      .toEqual([{ url: "https://toolshed.test/tools/notes.list" }]);
    expect(await findAxeViolations(opening.frame)).toEqual([]);
    await opening.frame.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(opening.stripText).toBeUndefined();
  });

  test("says nothing about domains that it was declared with", async () => {
    const opening = await openFrame({ view: networkView, declared: networkView.csp });
    await connected(opening);
  });

  test("names what the View's own policy blocks, and the errors that nothing caught", async () => {
    const opening = await openFrame({
      view: {
        html: `<script>fetch("https://other.example.com/x").catch(() => {}); setTimeout(() => { throw new Error("<i>broken</i>") })</script>${view}`,
        // For images and scripts, and not for requests.
        csp: { resourceDomains: ["https://other.example.com"] },
      },
      declared: { resourceDomains: ["https://other.example.com"] },
      expectedErrors: /Content Security Policy|broken/,
    });
    await expect.poll(opening.stripText).toContain("Blocked: https://other.example.com.");
    await expect
      .poll(opening.stripText)
      .toContain("The View reported an error: Uncaught Error: <i>broken</i>");
    expect(await opening.frame.locator("#strip i").count()).toBe(0);
  });

  test("gives the View its own policy, which is narrower than the frame's", async () => {
    const opening = await openFrame({ view, expectedErrors: /Content Security Policy/ });
    const inside = await connected(opening);
    const policy = await inside.evaluate(
      () => document.querySelector<HTMLMetaElement>("meta[http-equiv]")?.content,
    );
    expect(policy).toContain("connect-src 'none'");
    expect(await opening.frame.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
  });

  test("says which browser features the host has not granted, and grants the others", async () => {
    const opening = await openFrame({
      view: { html: view, permissions: { camera: {}, geolocation: {} } },
      capabilities: { sandbox: { permissions: { camera: {} } } },
    });
    await expect
      .poll(opening.stripText)
      .toContain("This host doesn't allow what the View asks for: geolocation.");
    // The host would refuse them to a pinned tool too.
    expect(await opening.stripText()).not.toContain("--pin");
    expect(await opening.frame.locator("iframe").getAttribute("allow")).toBe("camera");
    await opening.frame.locator("#strip[data-state=ready]").waitFor();
    const inside = await innerOf(opening);
    expect(await inside.evaluate(() => inner.app.getHostCapabilities()?.sandbox?.permissions)).toEqual({
      camera: {},
    });
  });

  test("passes on the browser features that the View asks for, if the host doesn't say what it granted", async () => {
    const opening = await openFrame({ view: { html: view, permissions: { camera: {}, geolocation: {} } } });
    await connected(opening);
    expect(await opening.frame.locator("iframe").getAttribute("allow")).toBe("camera; geolocation");
  });

  test("names in one note all that the View lacks, and what it tried in words", async () => {
    const tries = `new Worker(URL.createObjectURL(new Blob([""])));setTimeout(() => localStorage.x);setTimeout(() => eval("1 + 1"))`;
    const opening = await openFrame({
      view: { ...networkView, html: `<script>${tries}</script>${view}`, permissions: { camera: {} } },
      capabilities: { openLinks: {}, sandbox: { permissions: {} } },
      expectedErrors: /Content Security Policy|allow-same-origin/,
    });
    for (const text of [
      "https://api.example.com",
      "camera",
      "work in the background",
      "store data in this browser",
      "run code from text",
    ]) {
      await expect.poll(opening.stripText).toContain(text);
    }
    expect(await opening.stripText()).not.toContain("reported an error");
    expect(await opening.frame.getByRole("button", { name: "Open in the dashboard" }).count()).toBe(1);
  });

  test("says above the View that the call failed", async () => {
    const _meta = { "toolshed/view": { handle: HANDLE, path: "notes.list", title: "Notes" } };
    const content = [{ type: "text", text: "Error: No such <b>folder</b>.\nAt line 3" }];
    const opening = await openFrame({ view, result: { isError: true, content, _meta } });
    await expect.poll(opening.stripText).toBe("The call failed: No such <b>folder</b>.Dismiss");
    await innerOf(opening);
  });

  test("explains a View that doesn't connect, and shows the result instead", async () => {
    const opening = await openFrame({ view: "<p>Only text</p>", expireEarly: 15_000 });
    await expect.poll(opening.stripText).toContain("The View of Notes didn't connect within 15 seconds.");
    await opening.frame.getByRole("button", { name: "Show the result instead" }).click();
    await opening.frame.locator(".result").getByText("Twelve notes").waitFor();
    await expect.poll(opening.inner).toBeUndefined();
  });

  test("says that the call was cancelled", async () => {
    const opening = await openFrame({ view, result: null });
    await expect.poll(opening.stripText).toBe("Waiting for notes.list…");
    await opening.page.evaluate(() => frameHost.bridge.sendToolCancelled({ reason: "by the user" }));
    await expect.poll(opening.stripText).toBe("notes.list was cancelled: by the user");
  });

  test("gives the inner View the height it asks for, below the strip", async () => {
    const opening = await openFrame({
      view: { html: `<style>body{margin:0;height:250px}</style>${view}`, permissions: { camera: {} } },
      capabilities: { sandbox: { permissions: {} } },
      context: { containerDimensions: { maxHeight: 300, maxWidth: 600 } },
    });
    await opening.frame.locator("#strip[data-state=ready]").waitFor();
    const strip = await opening.frame.evaluate(() => document.getElementById("strip")?.offsetHeight ?? 0);
    expect(strip).toBeGreaterThan(20);
    await expect
      .poll(() => opening.page.evaluate(() => frameHost.element.offsetHeight))
      .toBe(Math.min(300, 250 + strip));
    const inside = await innerOf(opening);
    await expect
      .poll(() => inside.evaluate(() => inner.app.getHostContext()?.containerDimensions))
      .toEqual({ maxHeight: 300 - strip, maxWidth: 600 });
    const sizes = await opening.asked("size");
    // It settles: a size that followed itself would have been sent again and again.
    expect(sizes.length).toBeLessThan(12);
    await opening.page.evaluate(() =>
      frameHost.bridge.sendHostContextChange({
        displayMode: "fullscreen",
        containerDimensions: { height: 700, width: 600 },
      }),
    );
    await expect
      .poll(async () => {
        // The host may still follow a size from before.
        await opening.page.evaluate(() => {
          frameHost.element.style.height = "700px";
        });
        return opening.frame.locator("iframe").evaluate((element) => (element as HTMLElement).offsetHeight);
      })
      .toBe(700 - strip);
  });

  test("is not squeezed by a host that gives a height and also follows what it is told", async () => {
    const opening = await openFrame({
      view: { html: `<style>body{margin:0;height:250px}</style>${view}`, permissions: { camera: {} } },
      capabilities: { sandbox: { permissions: {} } },
      context: { containerDimensions: { height: 700, width: 600 } },
    });
    await opening.frame.locator("#strip[data-state=ready]").waitFor();
    const strip = await opening.frame.evaluate(() => document.getElementById("strip")?.offsetHeight ?? 0);
    await expect.poll(() => opening.asked("size")).toEqual([250 + strip]);
    await expect
      .poll(() => opening.frame.locator("iframe").evaluate((element) => element.clientHeight))
      .toBe(250);
  });

  test("passes list changes, logs, messages and resources on", async () => {
    const opening = await openFrame({
      view,
      answer: ({ method, params }) =>
        method === "resources/read"
          ? asAnswer({ result: { contents: [{ uri: params.uri, text: "hello" }] } })
          : method === "resources/list"
            ? asAnswer({ result: { resources: [{ uri: "note://1", name: "one" }] } })
            : undefined,
    });
    const inside = await connected(opening);
    const read = await inside.evaluate(async () => {
      const listed = await inner.app.listServerResources();
      const { contents } = await inner.app.readServerResource({ uri: "note://1" });
      await inner.app.sendMessage({ role: "user", content: [{ type: "text", text: "hi" }] });
      await inner.app.updateModelContext({ structuredContent: { selected: 1 } });
      await inner.app.downloadFile({ contents: [{ type: "resource_link", uri: "note://1", name: "one" }] });
      await inner.app.sendLog({ level: "warning", data: "careful" });
      await inner.app.requestTeardown();
      return { listed, contents };
    });
    expect(read).toEqual({
      listed: { resources: [{ uri: "note://1", name: "one" }] },
      contents: [{ uri: "note://1", text: "hello" }],
    });
    await expect.poll(() => opening.asked("ui/notifications/request-teardown")).toHaveLength(1);
    expect(await opening.asked("ui/message")).toEqual([
      { role: "user", content: [{ type: "text", text: "hi" }] },
    ]);
    expect(await opening.asked("ui/update-model-context")).toEqual([{ structuredContent: { selected: 1 } }]);
    expect(await opening.asked("ui/download-file")).toHaveLength(1);
    expect(await opening.asked("notifications/message")).toEqual([{ level: "warning", data: "careful" }]);
    await inside.evaluate(() => {
      addEventListener("message", ({ data }) => inner.seen.push({ event: "message", value: data.method }));
    });
    await opening.page.evaluate(async () => {
      await frameHost.bridge.sendToolListChanged();
      await frameHost.bridge.sendResourceListChanged();
      await frameHost.bridge.sendPromptListChanged();
    });
    await expect
      .poll(() =>
        inside.evaluate(() =>
          inner.seen.filter(({ event }) => event === "message").map(({ value }) => value),
        ),
      )
      .toEqual([
        "notifications/tools/list_changed",
        "notifications/resources/list_changed",
        "notifications/prompts/list_changed",
      ]);
    await inside.evaluate(() => inner.app.sendToolListChanged());
    await expect
      .poll(async () => (await opening.asked("notifications/tools/list_changed")).length)
      .toBeGreaterThan(0);
  });

  test("passes on sampling and the lists that the View's SDK has no method for", async () => {
    const opening = await openFrame({ view, capabilities: { sampling: {} } });
    const inside = await connected(opening);
    const sampled = await inside.evaluate(() =>
      inner.app.createSamplingMessage({
        messages: [{ role: "user", content: { type: "text", text: "hi" } }],
        maxTokens: 10,
      }),
    );
    expect(sampled.content).toEqual({ type: "text", text: "sampled" });
    await inside.evaluate(() => {
      for (const method of ["resources/templates/list", "prompts/list"]) {
        parent.postMessage({ jsonrpc: "2.0", id: method, method }, "*");
      }
    });
    await expect
      .poll(() => opening.calls.map(({ method }) => method))
      .toEqual(["ui/open", "resources/templates/list", "prompts/list"]);
  });

  test("gives the View the inner part of what the host sends about a further call", async () => {
    const opening = await openFrame({ view });
    const inside = await connected(opening);
    await expect.poll(() => inside.evaluate(() => inner.seen.length)).toBe(2);
    await opening.page.evaluate(async () => {
      const input = { path: "notes.list", arguments: { q: "y" } };
      await frameHost.bridge.sendToolInputPartial({ arguments: input });
      await frameHost.bridge.sendToolInput({ arguments: input });
      await frameHost.bridge.sendToolCancelled({ reason: "changed" });
    });
    await expect
      .poll(() => inside.evaluate(() => inner.seen.slice(2)))
      .toContainEqual({ event: "cancelled", value: { reason: "changed" } });
    const further = await inside.evaluate(() => inner.seen.slice(2, 4));
    expect(further).toEqual([
      { event: "partial", value: { arguments: { q: "y" } } },
      { event: "input", value: { arguments: { q: "y" } } },
    ]);
  });
});

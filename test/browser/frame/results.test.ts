import { describe, expect, test } from "vitest";
import { bundleParts } from "../../../scripts/build-frame.mjs";
import { chromiumPath } from "../../fixtures/browser.ts";
import { findAxeViolations } from "../host/find-axe-violations.ts";
import { asAnswer, type GatewayCall, HANDLE, openFrame } from "./open-frame.ts";

const parts: Record<string, string> = await bundleParts();
const tool = {
  name: "list-issues",
  inputSchema: {
    type: "object",
    properties: { repo: { type: "string" }, page: { type: "integer", minimum: 1 } },
    required: ["repo"],
  },
  annotations: { readOnlyHint: true },
};

/** A page of issues, as a server gives it. */
const issues = (page: number, repo = "shed") => ({
  content: [],
  structuredContent: {
    issues: [1, 2].map((at) => ({ id: page * 10 + at, title: `${repo} issue ${page}.${at}`, open: true })),
    total: 4,
  },
});

const _meta = {
  "toolshed/view": { handle: HANDLE, path: "hub.list_issues", title: "List issues", hasView: false },
};
const input = { path: "hub.list_issues", arguments: { repo: "shed", page: 1 } };

function answer({ method, params }: GatewayCall) {
  if (method === "ui/open") return asAnswer({ result: { tool } });
  if (method === "ui/part") return asAnswer({ result: { text: parts[String(params.name)] } });
  const { page = 1, repo } = Object(params.arguments);
  return asAnswer({ result: issues(page, repo) });
}

describe.skipIf(!chromiumPath)("a tool without a View in the frame", () => {
  test("is shown as a table, with pages, and its arguments can be changed and run again", async () => {
    const opening = await openFrame({ answer, input, result: { ...issues(1), _meta } });
    const { frame, calls } = opening;
    await frame.getByRole("cell", { name: "shed issue 1.1" }).waitFor();
    await expect.poll(opening.stripText).toBeUndefined();
    // Only what this result needs was loaded.
    const loaded = () => calls.filter(({ method }) => method === "ui/part").map(({ params }) => params.name);
    expect(loaded()).toEqual(["show"]);
    expect(await findAxeViolations(frame)).toEqual([]);

    await frame.getByRole("button", { name: "Next" }).press("Enter");
    await frame.getByRole("cell", { name: "shed issue 2.1" }).waitFor();
    await frame.getByText("Page 2").waitFor();
    await frame.getByRole("button", { name: "Previous" }).click();
    await frame.getByRole("cell", { name: "shed issue 1.1" }).waitFor();

    await frame.getByRole("button", { name: "Edit arguments" }).click();
    expect(await frame.getByRole("textbox", { name: "page" }).inputValue()).toBe("1");
    await frame.getByRole("textbox", { name: "repo" }).fill("");
    await frame.getByRole("textbox", { name: "repo" }).press("Control+Enter");
    await frame.getByText("Required.").waitFor();
    await frame.getByRole("textbox", { name: "repo" }).fill("barn");
    await frame.getByRole("textbox", { name: "repo" }).press("Control+Enter");
    await frame.getByRole("cell", { name: "barn issue 1.1" }).waitFor();
    expect(loaded()).toEqual(["show", "form"]);
    expect(calls.at(-1)?.params).toEqual({ name: "list-issues", arguments: { repo: "barn", page: 1 } });
    expect(calls.filter(({ method }) => method === "tools/call")).toHaveLength(3);

    await frame.getByLabel("Tree").check({ force: true });
    await frame.getByRole("treeitem").first().waitFor();
    expect(await findAxeViolations(frame)).toEqual([]);
    // The host knows how high it is.
    const height = () => frame.evaluate(() => document.getElementById("stage")?.offsetHeight);
    await expect.poll(async () => (await opening.asked("size")).at(-1) === (await height())).toBe(true);
  });

  test("loads Markdown when the text needs it, as a resource where the host allows that", async () => {
    const opening = await openFrame({
      capabilities: { serverTools: {}, serverResources: {} },
      answer: (call) =>
        call.method === "resources/read"
          ? {
              result: {
                contents: [
                  {
                    uri: call.params.uri,
                    text: parts[/(\w+)\.js$/.exec(String(call.params.uri))?.[1] ?? ""],
                  },
                ],
              },
            }
          : answer(call),
      input,
      result: { content: [{ type: "text", text: "# Title\n\n- [a](javascript:alert(1))\n- **b**" }], _meta },
    });
    await opening.frame.getByRole("heading", { name: "Title" }).waitFor();
    expect(await opening.frame.locator(".result a").count()).toBe(0);
    expect(opening.calls.map(({ method }) => method)).toEqual([
      "ui/open",
      "resources/read",
      "resources/read",
    ]);
  });

  test("is shown as text if the renderers can't be loaded, and by scripts of the gateway alone", async () => {
    const broken = [
      asAnswer({ error: { code: -32602, message: "no" } }),
      asAnswer({ result: { text: "null" } }),
    ];
    for (const part of broken) {
      const opening = await openFrame({
        answer: (call) => (call.method === "ui/part" ? part : answer(call)),
        input,
        result: { ...issues(1), _meta },
      });
      await expect.poll(() => opening.frame.locator(".result").textContent()).toContain('"total": 4');
      await expect.poll(opening.stripText).toBeUndefined();
    }
  });
});

import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { openTestSource, type TestSource, testCall } from "../../fixtures/mcp-source.ts";
import { startViewUpstream, type ViewUpstream } from "../../fixtures/view-upstream.ts";

const held =
  "The View of time.show is not as an admin has seen it. It waits until one approves it: toolshed sources approve time.";

async function openFace(upstream: ViewUpstream, record: object = {}): Promise<TestSource> {
  const source = await openTestSource("", {
    config: { transport: "http", url: upstream.url, allowPrivate: true },
    record: { id: "time", ...record },
  });
  await source.refresh();
  return source;
}

async function read({ open }: TestSource, uri = "ui://time/face/page"): Promise<unknown> {
  const result = await open.source.upstream?.request("resources/read", { uri }, testCall());
  return (result as { contents: { text: string }[] }).contents[0]?.text;
}

test("a View is served as it was when its source was added", async () => {
  const source = await openFace(await startViewUpstream());
  expect(await read(source)).toBe("<p>as it was</p>");
  expect(source.open.status.changes).toEqual([]);
});

test.each([
  ["its text", { text: "<script>steal()</script>" }, []],
  ["its type", { mimeType: "text/html" }, []],
  [
    "what it may connect to and use",
    { _meta: { ui: { csp: { connectDomains: ["https://evil.example"] }, permissions: { camera: {} } } } },
    ["now connects to https://evil.example", "now asks for camera"],
  ],
])("a View that changes by %s waits for an admin, under every address of it", async (_, change, details) => {
  const upstream = await startViewUpstream();
  const source = await openFace(upstream);
  const before = upstream.view;
  upstream.view = { ...before, ...change };
  await expect(read(source)).rejects.toThrow(held);
  await expect(read(source, "ui://face/page")).rejects.toThrow(held);
  expect(source.open.status.changes).toEqual([
    { name: "show", view: true, kind: "changed", waiting: true, details },
  ]);
  expect(await source.call("show")).toMatchObject({ content: [{ text: "shown" }] });

  upstream.view = before;
  expect(await read(source)).toBe(before.text);
  expect(source.open.status.changes).toEqual([]);

  upstream.view = { ...before, ...change };
  await source.refresh();
  expect(await read(source)).toBe(upstream.view.text);
});

test("a page that is no longer a tool's View is not served as it was, or otherwise", async () => {
  const upstream = await startViewUpstream();
  const source = await openFace(upstream);
  upstream.uri = "ui://face/other";
  await source.open.find(testCall());
  upstream.view = { ...upstream.view, text: "<script>steal()</script>" };
  for (const uri of ["ui://time/face/page", "ui://face/page"])
    await expect(read(source, uri)).rejects.toThrow("ui://face/page is no longer the View of a tool.");
});

test("a View that could not be read when its source was added waits too", async () => {
  const upstream = await startViewUpstream();
  upstream.isReadable = false;
  const source = await openFace(upstream);
  upstream.isReadable = true;
  await expect(read(source)).rejects.toThrow(held);
  expect(source.open.status.changes).toEqual([
    { name: "show", view: true, kind: "new", waiting: true, details: [] },
  ]);
});

test("a server that asks something before it gives its View has not changed it", async () => {
  const upstream = await startViewUpstream();
  const source = await openFace(upstream);
  upstream.isAsking = true;
  const call = testCall({
    clientChannel: { era: "modern", round: { meta: { [CLIENT_CAPABILITIES_META_KEY]: { roots: {} } } } },
  });
  const params = { uri: "ui://time/face/page" };
  expect(await source.open.source.upstream?.request("resources/read", params, call)).toMatchObject({
    inputRequests: { roots: { method: "roots/list" } },
  });
  expect(source.open.status.changes).toEqual([]);
});

test("reports and serves a changed View where changes need no approval", async () => {
  const upstream = await startViewUpstream();
  const source = await openFace(upstream, { trust: "always" });
  upstream.view = { ...upstream.view, text: "<p>new</p>" };
  expect(await read(source)).toBe("<p>new</p>");
  expect(source.open.status.changes).toEqual([
    { name: "show", view: true, kind: "changed", waiting: false, details: [] },
  ]);
});

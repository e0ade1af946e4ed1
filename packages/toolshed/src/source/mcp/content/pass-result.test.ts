import { expect, test } from "vitest";
import { passContent, passResult, toGatewayUri, toUpstreamUri } from "./pass-result.ts";

test("addresses of Views are made the source's own, and others stay", () => {
  const content = passContent("time", [
    { type: "text", text: "ui://clock/face" },
    { type: "resource_link", uri: "ui://clock/face", name: "Face" },
    { type: "resource", resource: { uri: "ui://clock/face", text: "<p>" } },
    { type: "resource_link", uri: "file:///etc/hosts", name: "Hosts" },
    { type: "audio", data: "AAAA", mimeType: "audio/wav", annotations: { priority: 1 } },
  ]);
  expect(content).toEqual([
    { type: "text", text: "ui://clock/face" },
    { type: "resource_link", uri: "ui://time/clock/face", name: "Face" },
    { type: "resource", resource: { uri: "ui://time/clock/face", text: "<p>" } },
    { type: "resource_link", uri: "file:///etc/hosts", name: "Hosts" },
    { type: "audio", data: "AAAA", mimeType: "audio/wav", annotations: { priority: 1 } },
  ]);
});

test("what speaks for the protocol itself, and the View's domain, do not pass", () => {
  const _meta = {
    "io.modelcontextprotocol/serverInfo": { name: "someone else" },
    "api.mcp.dev/x": 1,
    "ui/resourceUri": "ui://clock/face",
    ui: {
      resourceUri: "ui://clock/face",
      domain: "abc.example",
      csp: { connectDomains: ["https://a.example"] },
    },
    "example.com/own": { kept: true },
  };
  expect(passResult("time", { contents: [{ uri: "ui://clock/face", text: "", _meta }], _meta })).toEqual({
    contents: [expect.objectContaining({ uri: "ui://time/clock/face" })],
    _meta: {
      "ui/resourceUri": "ui://time/clock/face",
      ui: { resourceUri: "ui://time/clock/face", csp: { connectDomains: ["https://a.example"] } },
      "example.com/own": { kept: true },
    },
  });
});

test("an address finds its way back", () => {
  for (const uri of ["ui://clock/face", "ui://time/x", "test://a"]) {
    expect(toUpstreamUri("time", toGatewayUri("time", uri))).toBe(uri);
  }
  expect(toUpstreamUri("time", "ui://clock/face")).toBe("ui://clock/face");
});

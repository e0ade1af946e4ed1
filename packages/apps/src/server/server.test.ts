import { expect, test, vi } from "vitest";
import { getUiCapability, RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "./index.ts";

const flat = "ui/resourceUri";

test.each([
  [
    "the nested form",
    { ui: { resourceUri: "ui://a", visibility: ["app"] } },
    { [flat]: "ui://a", ui: { resourceUri: "ui://a", visibility: ["app"] } },
  ],
  [
    "the flat form",
    { [flat]: "ui://a", other: 1 },
    { [flat]: "ui://a", other: 1, ui: { resourceUri: "ui://a" } },
  ],
  [
    "both",
    { [flat]: "ui://b", ui: { resourceUri: "ui://a" } },
    { [flat]: "ui://b", ui: { resourceUri: "ui://a" } },
  ],
  ["no URI", { ui: { visibility: ["app"] } }, { ui: { visibility: ["app"] } }],
])("a tool's URI is given in both forms: %s", (_name, given, expected) => {
  const registerTool = vi.fn(() => "registered");
  const callback = async () => ({ content: [] });
  const config = { description: "d", _meta: given as never };
  expect(registerAppTool({ registerTool }, "t", config, callback as never)).toBe("registered");
  expect(registerTool).toHaveBeenCalledWith("t", { description: "d", _meta: expected }, callback);
});

test.each([{}, undefined, null])("a tool with %j, without _meta, is refused with what to write", (config) => {
  const registerTool = vi.fn();
  const register = () => registerAppTool({ registerTool }, "t", config as never, (() => {}) as never);
  expect(register).toThrow(
    'registerAppTool() needs _meta, such as { ui: { resourceUri: "ui://t/view.html" } }',
  );
  expect(registerTool).not.toHaveBeenCalled();
});

test("a resource is a View unless it says otherwise", () => {
  const registerResource = vi.fn();
  const read = async () => ({ contents: [] });
  registerAppResource({ registerResource }, "r", "ui://a", { description: "d" }, read);
  registerAppResource({ registerResource }, "r", "ui://a", { mimeType: "text/plain" }, read);
  expect(registerResource.mock.calls).toEqual([
    ["r", "ui://a", { description: "d", mimeType: RESOURCE_MIME_TYPE }, read],
    ["r", "ui://a", { mimeType: "text/plain" }, read],
  ]);
});

test("what a client says of Views", () => {
  const ui = { mimeTypes: [RESOURCE_MIME_TYPE] };
  expect(getUiCapability({ extensions: { "io.modelcontextprotocol/ui": ui } })).toEqual(ui);
  for (const none of [null, undefined, {}, { extensions: {} }]) expect(getUiCapability(none)).toBeUndefined();
});

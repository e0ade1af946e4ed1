import { expect, test } from "vitest";
import {
  grantedPermissions,
  innerHeightOf,
  isUnsafeLink,
  toInnerCapabilities,
  toInnerContext,
} from "./inner-host.ts";

const tool = { name: "list", inputSchema: { type: "object" as const } };

test("offers what the host has, the server's tools and resources, and what is granted", () => {
  const host = {
    message: { text: {} },
    logging: {},
    serverTools: { listChanged: true },
    experimental: { x: {} },
  };
  expect(toInnerCapabilities(host, { connectDomains: [] }, { camera: {} })).toEqual({
    message: { text: {} },
    logging: {},
    serverTools: { listChanged: true },
    serverResources: {},
    sandbox: { csp: { connectDomains: [] }, permissions: { camera: {} } },
  });
  expect(toInnerCapabilities({}, undefined, {})).toEqual({
    serverTools: {},
    serverResources: {},
    sandbox: { permissions: {} },
  });
});

test("grants a browser feature only if the View asks for it and the host has granted it", () => {
  const host = { sandbox: { permissions: { camera: {}, microphone: {} } } };
  expect(grantedPermissions({ camera: {}, geolocation: {} }, host)).toEqual({ camera: {} });
  expect(grantedPermissions({ camera: {} }, { sandbox: { permissions: {} } })).toEqual({});
  expect(grantedPermissions(undefined, host)).toEqual({});
});

test("passes on all that the View asks for if the host doesn't say what it granted", () => {
  expect(grantedPermissions({ camera: {}, geolocation: {} }, {})).toEqual({ camera: {}, geolocation: {} });
  expect(grantedPermissions({ camera: {} }, { sandbox: {} })).toEqual({ camera: {} });
  expect(grantedPermissions(undefined, {})).toEqual({});
});

test.each([
  ["https://example.com/a", false],
  ["http://example.com", false],
  ["mailto:a@example.com", false],
  ["javascript:alert(1)", true],
  ["JaVaScRiPt:alert(1)", true],
  ["data:text/html,x", true],
  ["vscode://file/x", true],
  ["/relative", true],
  [undefined, true],
  [["https://example.com"], true],
])("the link %j is unsafe: %s", (url, expected) => {
  expect(isUnsafeLink({ method: "ui/open-link", params: { url } })).toBe(expected);
  expect(isUnsafeLink({ method: "ui/message", params: { url } })).toBe(false);
});

test("replaces the tool, takes the strip from the space and drops variables that Views reject", () => {
  const context = {
    theme: "dark" as const,
    toolInfo: { id: 3, tool: { ...tool, name: "show_tool" }, arguments: { path: "a.b" } },
    containerDimensions: { maxHeight: 500, width: 600 },
    styles: { variables: { "--color-text-primary": "red", "--own": "1" } },
  };
  expect(toInnerContext(context, tool, 40)).toEqual({
    theme: "dark",
    toolInfo: { id: 3, tool },
    containerDimensions: { maxHeight: 460, width: 600 },
    styles: { variables: { "--color-text-primary": "red" } },
  });
  expect(toInnerContext({}, tool, 40)).toEqual({ toolInfo: { tool } });
  expect(toInnerContext({ containerDimensions: { height: 30 } }, tool, 40).containerDimensions).toEqual({
    height: 0,
  });
});

test.each([
  [{}, undefined, 400],
  [{}, 250, 250],
  [{}, 1_000_000, 9_960],
  [{ containerDimensions: { maxHeight: 300 } }, 250, 250],
  [{ containerDimensions: { maxHeight: 300 } }, 290, 260],
  [{ containerDimensions: { maxHeight: 20 } }, 290, 0],
  [{ containerDimensions: { height: 700 } }, 250, 660],
  [{ displayMode: "fullscreen" as const }, 250, 660],
  [{ displayMode: "inline" as const }, 250, 250],
])("in %j a View that asks for %s gets %s pixels", (context, asked, expected) => {
  expect(innerHeightOf(context, asked, 40, 700)).toBe(expected);
});

import { AppBridge } from "@toolshed/apps/app-bridge";
import { mountView } from "@toolshed/apps/host";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unknownStyleVariables } from "../../../packages/apps/src/bridge/style-variables.ts";
import { official } from "../../peers/ext-apps-2.0-entries.ts";
import { nodeStage } from "./node-stage.ts";
import { appInfo, hostInfo } from "./scene.ts";

// The official Views reject a host context with a style variable that the specification does not name.

const named = { "--color-text-primary": "black", "--font-heading-3xl-line-height": "1.2" };
const variables = { ...named, "--brand-color": "red", "--color-ring-ghost": "blue" };
const hostContext = { theme: "dark" as const, styles: { variables } };

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const level of ["debug", "log", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The bridge of a mounted View, without a page to mount it on. */
function mountedBridge(keepStyleVariables?: boolean) {
  vi.stubGlobal("window", { location: { href: "https://host.example/", origin: "https://host.example" } });
  const frame = { style: {}, setAttribute: () => {}, sandbox: { add: () => {} } };
  const container = { ownerDocument: { createElement: () => frame }, append: () => {} };
  const options = { html: "", sandboxUrl: "https://sandbox.example/", hostContext, keepStyleVariables };
  vi.spyOn(AppBridge.prototype, "connect").mockResolvedValueOnce(undefined);
  return mountView({ container: container as never, hostInfo, ...options }).bridge;
}

const versions = ["0.4", "1.7", "2.0"] as const;

describe.each(versions)("a View of ext-apps %s", (view) => {
  const connect = async (bridge: AppBridge) => {
    const stage = nodeStage({ view, host: "ours" });
    const app = stage.createApp(appInfo, {}, { autoResize: false });
    const link = await stage.createLink();
    await bridge.connect(link.host as never);
    try {
      await app.connect(link.view);
      return app.getHostContext()?.styles?.variables;
    } finally {
      await app.close();
      await bridge.close();
    }
  };

  it("connects to a mounted View's bridge, which drops them", async () => {
    expect(await connect(mountedBridge())).toMatchObject(named);
    expect(warn).not.toHaveBeenCalled();
  });

  it("does not connect if the host keeps them", async () => {
    await expect(connect(mountedBridge(true))).rejects.toThrow();
    expect(warn).toHaveBeenCalledOnce();
  });

  it("does not connect to an AppBridge that was given them, which says why", async () => {
    await expect(connect(new AppBridge(null, hostInfo, {}, { hostContext }))).rejects.toThrow();
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/Official Views reject.*: --brand-color, --color-ring-ghost$/)],
    ]);
  });

  it("connects to an AppBridge without them", async () => {
    const bridge = new AppBridge(null, hostInfo, {}, { hostContext: { styles: { variables: named } } });
    expect(await connect(bridge)).toMatchObject(named);
    expect(warn).not.toHaveBeenCalled();
  });
});

it("knows exactly the variables that the official View takes", () => {
  const parsed = official.McpUiHostContextSchema.parse({ styles: { variables: named } });
  // It fills in the names that are missing.
  const names = Object.keys(parsed.styles?.variables ?? {});
  expect(names).toHaveLength(76);
  const all = Object.fromEntries(names.map((name) => [name, "x"]));
  expect(unknownStyleVariables({ styles: { variables: all } })).toEqual([]);
  const altered = names.flatMap((name) => [`${name}x`, name.slice(0, -1), name.slice(1)]);
  const unknown = altered.filter((name) => !names.includes(name));
  expect(
    unknownStyleVariables({ styles: { variables: Object.fromEntries(unknown.map((name) => [name, "x"])) } }),
  ).toEqual([...new Set(unknown)]);
});

import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiResourceCsp,
  McpUiResourcePermissions,
} from "@toolshed/apps";
import { dropUnknownStyleVariables, type Tool } from "@toolshed/apps/app-bridge";

/** What only the host can do. The inner View is told exactly what this host declared. */
const OF_HOST = [
  "openLinks",
  "downloadFile",
  "message",
  "updateModelContext",
  "logging",
  "sampling",
  "tools",
] as const;

type Dimensions = { width?: number; maxWidth?: number; height?: number; maxHeight?: number };

/** What the frame and the host around it offer to the inner View. */
export function toInnerCapabilities(
  host: McpUiHostCapabilities,
  csp: McpUiResourceCsp | undefined,
  permissions: McpUiResourcePermissions,
): McpUiHostCapabilities {
  return {
    ...Object.fromEntries(OF_HOST.flatMap((name) => (host[name] ? [[name, host[name]]] : []))),
    serverTools: { ...host.serverTools },
    serverResources: { ...host.serverResources },
    sandbox: { permissions, ...(csp && { csp }) },
  };
}

/**
 * The browser features that the View asks for and the host has granted to the frame. If the host doesn't say what it
 * granted, the View gets all that it asks for: the browser gives it nothing that the frame itself doesn't have.
 */
export function grantedPermissions(
  wanted: McpUiResourcePermissions | undefined,
  host: McpUiHostCapabilities,
): McpUiResourcePermissions {
  const granted: Record<string, object | undefined> = { ...(host.sandbox?.permissions ?? wanted) };
  const names = Object.keys(wanted ?? {}).filter((name) => granted[name]);
  return Object.fromEntries(names.map((name) => [name, {}]));
}

const LINK_SCHEMES = ["https:", "http:", "mailto:"];

/** Whether a message asks the host to open a link that could run code or start a program. */
export function isUnsafeLink({ method, params }: Record<string, unknown>): boolean {
  const { url } = Object(params);
  return (
    method === "ui/open-link" &&
    !(typeof url === "string" && URL.canParse(url) && LINK_SCHEMES.includes(new URL(url).protocol))
  );
}

/** The host's context as the inner View sees it: its own tool, and the space that the strip leaves. */
export function toInnerContext(context: McpUiHostContext, tool: Tool, stripHeight: number): McpUiHostContext {
  const { containerDimensions, toolInfo } = context;
  const { height, maxHeight, ...width } = (containerDimensions ?? {}) as Dimensions;
  const dimensions: Dimensions = {
    ...width,
    ...(height !== undefined && { height: Math.max(0, height - stripHeight) }),
    ...(maxHeight !== undefined && { maxHeight: Math.max(0, maxHeight - stripHeight) }),
  };
  return dropUnknownStyleVariables({
    ...context,
    toolInfo: { ...(toolInfo?.id !== undefined && { id: toolInfo.id }), tool },
    ...(containerDimensions && { containerDimensions: dimensions }),
  });
}

/** The height until the View asks for one. */
const FIRST_HEIGHT = 400;
const TALLEST = 10_000;

/** Whether the host decides how tall the frame is, and not its content. */
export function hasFixedHeight({ containerDimensions, displayMode = "inline" }: McpUiHostContext): boolean {
  const { height } = (containerDimensions ?? {}) as Dimensions;
  return height !== undefined || displayMode !== "inline";
}

/** The height of the inner frame: all that is left if the host fixed the height, otherwise what the View asks for. */
export function innerHeightOf(
  context: McpUiHostContext,
  asked: number | undefined,
  stripHeight: number,
  windowHeight: number,
): number {
  if (hasFixedHeight(context)) return Math.max(0, windowHeight - stripHeight);
  const { maxHeight = TALLEST } = (context.containerDimensions ?? {}) as Dimensions;
  return Math.max(0, Math.min(asked ?? FIRST_HEIGHT, maxHeight - stripHeight, TALLEST));
}

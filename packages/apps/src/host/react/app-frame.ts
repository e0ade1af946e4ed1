import {
  type CSSProperties,
  createElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { CallToolResult } from "../../protocol/mcp-types.ts";
import type { MountedView } from "../mount-view.ts";
import type { MountViewOptions } from "../view.ts";
import { HeldView } from "./held-view.ts";

type Arguments = Record<string, unknown>;

/** The options of `mountView` without `container`, and what to send to the View. */
export interface AppFrameProps extends Omit<MountViewOptions, "container"> {
  /** The arguments so far, while the model writes them. */
  toolInputPartial?: Arguments | undefined;
  /** The tool's complete arguments. A View gets only the first value. */
  toolInput?: Arguments | undefined;
  /** The tool's result. A View gets only the first value. */
  toolResult?: CallToolResult | undefined;
  /** Set it when the tool call was cancelled. */
  toolCancelled?: { reason?: string } | undefined;
  /** Called with each mounted View before anything is sent to it. Set handlers on its bridge here. */
  onView?: ((view: MountedView) => void) | undefined;
  /** The class of the element that contains the View. */
  className?: string | undefined;
  /** The style of the element that contains the View. */
  style?: CSSProperties | undefined;
}

// On a server neither runs, and React 18 warns of one of them.
const useMountEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Shows a View. It reloads only if the View, client, sandbox or policy changes, compared by value. A `policy`
 * function is called once per View: change the `key` to call it again. Unmounting tears the View down.
 * @example <AppFrame sandboxUrl={url} client={client} resource="ui://chart/view.html" toolResult={result} />
 */
export function AppFrame(props: AppFrameProps): ReactElement {
  const { client, hostContext, toolInputPartial, toolInput, toolResult, toolCancelled } = props;
  const slot = useRef<HTMLDivElement>(null);
  const held = useRef<HeldView>(undefined);
  const latest = useRef(props);
  useMountEffect(() => {
    latest.current = props;
  });

  const identity = toIdentity(props);
  useMountEffect(() => {
    const place = slot.current;
    if (!place) return;
    if (!held.current?.reclaim(identity, client, place)) {
      held.current = new HeldView(identity, client, place, latest);
    }
    const mine = held.current;
    return () => mine.release();
  }, [identity, client]);

  // By value: a context object created on each render has not changed.
  const context = hostContext && JSON.stringify(hostContext);
  useEffect(() => {
    if (context) held.current?.view.bridge.setHostContext(JSON.parse(context));
  }, [context]);

  useEffect(() => {
    held.current?.send({ toolInputPartial, toolInput, toolResult, toolCancelled });
  });

  return createElement("div", { ref: slot, className: props.className, style: props.style });
}

/** What makes a View another one. */
function toIdentity(props: AppFrameProps): string {
  const { html, meta, resource, sandboxUrl, hostInfo, hostCapabilities, title, policy, owner } = props;
  const view = [html, meta, resource, String(sandboxUrl), hostInfo, hostCapabilities, title, policy, owner];
  return JSON.stringify(view);
}

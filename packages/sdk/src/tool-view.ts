/** An interactive page for a tool's result, shown by hosts that support MCP Apps. */
export interface ToolView {
  /** A `ui://` address within the plugin. Absent means one made from the tool's path. */
  readonly uri?: string;
  readonly html: string | (() => string | Promise<string>);
  /** What the page may load and reach, as in `_meta.ui` of the resource. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

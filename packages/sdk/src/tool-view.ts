/** The domains that a View may use. Nothing of the network is open to one that names none. */
export interface ViewCsp {
  /** What scripts may fetch from, such as `https://api.example.com`. */
  readonly connectDomains?: readonly string[];
  /** Where scripts, styles, images, fonts and media may come from. */
  readonly resourceDomains?: readonly string[];
  /** What may be shown in frames of the View. */
  readonly frameDomains?: readonly string[];
  readonly baseUriDomains?: readonly string[];
}

/** What the View asks the browser for, such as `{ camera: {} }`. */
export type ViewPermissions = Readonly<
  Partial<Record<"camera" | "microphone" | "geolocation" | "clipboardWrite", object>>
>;

/** An interactive page for a tool's result, shown by hosts that support MCP Apps. */
export interface ToolView {
  /** A `ui://` address. Absent means one made from the tool's path. Tools with the same address share a View, which one of them gives. */
  readonly uri?: string;
  /** The page, or what makes it. */
  readonly html?: string | (() => string | Promise<string>);
  /** In place of `html`: the file that the page is in, read whenever it is shown: `new URL("./board.html", import.meta.url)`. */
  readonly file?: string | URL;
  readonly csp?: ViewCsp;
  readonly permissions?: ViewPermissions;
  readonly prefersBorder?: boolean;
  /** Who may call the tool: the model, the plugin's own Views, or both, which is the default. */
  readonly visibility?: readonly ("model" | "app")[];
  /** Anything else that `_meta.ui` of the page should have. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

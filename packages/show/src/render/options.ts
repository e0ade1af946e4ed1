import type { InSlices, OpenLink } from "../dom.ts";
import type { ChartData } from "../results/find-series.ts";

/** The parts that are loaded when data needs them. */
export interface ChartPart {
  renderChart(data: ChartData): Node;
}
export interface MarkdownPart {
  renderMarkdown(text: string, options: { openLink?: OpenLink | undefined; inSlices: InSlices }): Node;
}

/** What the page around gives to what is shown in it. */
export interface ShowOptions {
  /** Opens a web address. Without it, links open in a new tab. */
  readonly openLink?: OpenLink | undefined;
  /** Reads a resource of the tool's server: the result of `resources/read`. */
  readonly readResource?: ((uri: string) => Promise<unknown>) | undefined;
  /** Saves a file. Without it, files are copied. */
  readonly download?: ((name: string, mimeType: string, text: string) => void) | undefined;
  readonly load?: {
    chart?(): Promise<ChartPart>;
    markdown?(): Promise<MarkdownPart>;
  };
  readonly outputSchema?: unknown;
  /** The name of the tool: files are named after it. */
  readonly name?: string | undefined;
}

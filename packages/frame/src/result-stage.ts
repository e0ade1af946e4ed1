import type { App } from "@toolshed/apps";
import type { CallToolResult } from "@toolshed/apps/app-bridge";
import type { ShowOptions } from "@toolshed/show";
import type { Gateway } from "./gateway.ts";
import { Parts } from "./parts.ts";
import { renderResult } from "./result-view.ts";

/** A result to show, and the way to call its tool again. */
export interface ShownCall {
  result: CallToolResult;
  args: Record<string, unknown>;
  /** The way to the gateway, if the result came with a handle. */
  gateway?: Gateway | undefined;
  /** Whether the handle is for the tool alone, so that it can be called again. */
  isPlain: boolean;
}

/** Shows a result without a View: in the form that fits it, or as text until and unless the renderers are loaded. */
export class ResultStage {
  private readonly app: App;
  private readonly stage: HTMLElement;
  private readonly parts: Parts;
  private readonly observer: ResizeObserver;
  private round = 0;

  /** `resized` is called when the height may have changed. */
  constructor(app: App, stage: HTMLElement, resized: () => void) {
    this.app = app;
    this.stage = stage;
    this.parts = new Parts(app);
    this.observer = new ResizeObserver(resized);
  }

  show(call: ShownCall): void {
    const round = ++this.round;
    const waiting = document.createElement("p");
    waiting.className = "state";
    waiting.textContent = "Loading…";
    this.place(waiting);
    this.render(call).then(
      (element) => {
        if (round === this.round) this.place(element);
      },
      () => {
        if (round === this.round) this.place(renderResult(call.result));
      },
    );
  }

  /** Forgets a result that is still being prepared. */
  clear(): void {
    this.round++;
    this.observer.disconnect();
  }

  private place(element: HTMLElement): void {
    this.observer.disconnect();
    this.stage.replaceChildren(element);
    this.observer.observe(element);
  }

  private async render({ result, args, gateway, isPlain }: ShownCall): Promise<HTMLElement> {
    const opening = isPlain ? gateway?.describe().catch(() => undefined) : undefined;
    const { createCallPanel } = await this.parts.load("show", gateway);
    const tool = await opening;
    const panel = createCallPanel({
      ...this.options(gateway),
      args,
      result,
      ...(tool &&
        gateway && {
          name: tool.name,
          inputSchema: tool.inputSchema,
          outputSchema: tool.outputSchema,
          isReadOnly: tool.annotations?.readOnlyHint === true,
          call: (next, signal) =>
            gateway.request("tools/call", { name: tool.name, arguments: next }, { signal }),
          loadForm: () => this.parts.load("form", gateway),
        }),
    });
    panel.classList.add("result");
    return panel;
  }

  private options(gateway: Gateway | undefined): ShowOptions {
    const { app, parts } = this;
    const { openLinks, downloadFile } = app.getHostCapabilities() ?? {};
    return {
      load: {
        chart: () => parts.load("chart", gateway),
        markdown: () => parts.load("markdown", gateway),
      },
      ...(openLinks && {
        openLink: (url) => {
          app.openLink({ url }).catch(() => {});
        },
      }),
      ...(downloadFile && {
        download: (name, mimeType, text) => {
          const resource = { uri: `file:///${name}`, mimeType, text };
          app.downloadFile({ contents: [{ type: "resource", resource }] }).catch(() => {});
        },
      }),
      ...(gateway && { readResource: (uri) => gateway.request("resources/read", { uri }) }),
    };
  }
}

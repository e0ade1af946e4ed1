import type { McpClient } from "../../bridge/mcp-client.ts";
import { type MountedView, mountView } from "../mount-view.ts";
import type { AppFrameProps } from "./app-frame.ts";

type Sent = Pick<AppFrameProps, "toolInputPartial" | "toolInput" | "toolResult" | "toolCancelled">;
type Movable = ParentNode & { moveBefore?(node: Node, child: Node | null): void };

/**
 * A View and the element it is in, which React does not know of. React may release it and reclaim it within one task, as
 * StrictMode does; the View is torn down only if React has not reclaimed it by the end of the task.
 */
export class HeldView {
  readonly view: MountedView;
  private readonly identity: string;
  private readonly client: McpClient | null | undefined;
  private readonly element: HTMLElement;
  private readonly sent: Sent = {};
  private isReleased = false;

  constructor(
    identity: string,
    client: McpClient | null | undefined,
    place: HTMLElement,
    latest: { readonly current: AppFrameProps },
  ) {
    this.identity = identity;
    this.client = client;
    this.element = place.appendChild(place.ownerDocument.createElement("div"));
    this.view = mountView({
      ...latest.current,
      container: this.element,
      onStatus: (status) => latest.current.onStatus?.(status),
    });
    latest.current.onView?.(this.view);
  }

  /** Reclaims the View if it is the one that is wanted. */
  reclaim(identity: string, client: McpClient | null | undefined, place: HTMLElement): boolean {
    if (!this.isReleased || this.identity !== identity || this.client !== client) return false;
    this.isReleased = false;
    this.move(place);
    this.element.hidden = false;
    return true;
  }

  release(): void {
    this.isReleased = true;
    // React is about to take the place away, and the View is still to be asked to end.
    this.element.hidden = true;
    this.move(this.element.ownerDocument.body);
    queueMicrotask(() => {
      if (!this.isReleased) return;
      this.view
        .teardown()
        .finally(() => this.element.remove())
        .catch(this.report);
    });
  }

  /** Sends what the View has not been sent. */
  send(now: Sent): void {
    const { toolInputPartial, toolInput, toolResult, toolCancelled } = now;
    const { view, sent } = this;
    if (this.isReleased) return;
    const isNewPart = JSON.stringify(toolInputPartial) !== JSON.stringify(sent.toolInputPartial);
    if (toolInputPartial && isNewPart && !toolInput && !sent.toolInput) {
      sent.toolInputPartial = toolInputPartial;
      view.sendToolInputPartial({ arguments: toolInputPartial }).catch(this.reportUnlessReleased);
    }
    if (toolInput && !sent.toolInput) {
      sent.toolInput = toolInput;
      view.sendToolInput({ arguments: toolInput }).catch(this.reportUnlessReleased);
    }
    if (sent.toolResult || sent.toolCancelled) return;
    if (toolResult) {
      sent.toolResult = toolResult;
      view.sendToolResult(toolResult).catch(this.reportUnlessReleased);
    } else if (toolCancelled) {
      sent.toolCancelled = toolCancelled;
      view.sendToolCancelled(toolCancelled).catch(this.reportUnlessReleased);
    }
  }

  private readonly report = (error: Error): void => this.view.bridge.onerror?.(error);

  /** Releasing a View rejects what it has not received yet, which is expected. */
  private readonly reportUnlessReleased = (error: Error): void => {
    if (!this.isReleased) this.report(error);
  };

  /** Browsers without `moveBefore` would reload a moved frame, so there it goes with its container. */
  private move(place: Movable): void {
    if (place.moveBefore && this.element.isConnected) place.moveBefore(this.element, null);
  }
}

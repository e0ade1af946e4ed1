import type { McpClient } from "../../bridge/mcp-client.ts";
import { type MountedView, mountView } from "../mount-view.ts";
import type { AppFrameProps } from "./app-frame.ts";

type Sent = Pick<AppFrameProps, "toolInputPartial" | "toolInput" | "toolResult" | "toolCancelled">;
type Movable = ParentNode & { moveBefore?(node: Node, child: Node | null): void };

/**
 * A View and the element it is in, which React does not know of. React may let go of it and take it back at once, as
 * StrictMode does; only when it has not by the end of the task, the View is torn down.
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

  /** Takes the View back, if it is the one that is wanted. */
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
      if (this.isReleased) this.view.teardown().finally(() => this.element.remove());
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
      view.sendToolInputPartial({ arguments: toolInputPartial });
    }
    if (toolInput && !sent.toolInput) {
      sent.toolInput = toolInput;
      view.sendToolInput({ arguments: toolInput });
    }
    if (sent.toolResult || sent.toolCancelled) return;
    if (toolResult) {
      sent.toolResult = toolResult;
      view.sendToolResult(toolResult);
    } else if (toolCancelled) {
      sent.toolCancelled = toolCancelled;
      view.sendToolCancelled(toolCancelled);
    }
  }

  /** Browsers that cannot move a frame as it is would load it anew: there it goes with its place. */
  private move(place: Movable): void {
    if (place.moveBefore && this.element.isConnected) place.moveBefore(this.element, null);
  }
}

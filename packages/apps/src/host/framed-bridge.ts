import { AppBridge } from "../bridge/app-bridge.ts";
import type { McpUiHostContext } from "../protocol/ui-types.ts";

/** A bridge whose changes of the context also reach the one who owns the frame. */
export class FramedBridge extends AppBridge {
  oncontext?: (changes: McpUiHostContext) => void;

  override setHostContext(changes: McpUiHostContext): void {
    super.setHostContext(changes);
    this.oncontext?.(changes);
  }

  override sendHostContextChange(changes: McpUiHostContext): Promise<void> {
    this.oncontext?.(changes);
    return super.sendHostContextChange(changes);
  }
}

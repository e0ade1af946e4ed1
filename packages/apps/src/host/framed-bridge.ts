import { AppBridge } from "../bridge/app-bridge.ts";
import { dropUnknownStyleVariables } from "../bridge/style-variables.ts";
import type { McpUiHostContext } from "../protocol/ui-types.ts";

/** A bridge whose changes of the context also reach the one who owns the frame. */
export class FramedBridge extends AppBridge {
  oncontext?: (changes: McpUiHostContext) => void;
  keepsStyleVariables = false;

  override setHostContext(changes: McpUiHostContext): void {
    super.setHostContext(this.#clean(changes));
    this.oncontext?.(changes);
  }

  override sendHostContextChange(changes: McpUiHostContext): Promise<void> {
    this.oncontext?.(changes);
    return super.sendHostContextChange(this.#clean(changes));
  }

  /** Views of ext-apps do not connect to a host that sends style variables of its own. */
  #clean(context: McpUiHostContext): McpUiHostContext {
    return this.keepsStyleVariables ? context : dropUnknownStyleVariables(context);
  }
}

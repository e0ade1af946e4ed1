import type { AppBridge } from "../bridge/app-bridge.ts";
import type { CallToolResult } from "../protocol/mcp-types.ts";

type Arguments = Record<string, unknown>;
type Outcome = { result: CallToolResult } | { cancelled: { reason?: string } };

/** Sends a View what its tool call was given and gave: partial input, the input once, and one outcome. */
export class ToolDelivery {
  private readonly bridge: AppBridge;
  private readonly delivered: (stage: "input" | "result") => void;
  private input: { arguments: Arguments } | undefined;
  private outcome: Outcome | undefined;
  /** What the View has received, to send it again after a reload. */
  private readonly past: (() => Promise<void>)[] = [];

  constructor(bridge: AppBridge, delivered: (stage: "input" | "result") => void) {
    this.bridge = bridge;
    this.delivered = delivered;
  }

  async sendInputPartial(args: Arguments): Promise<void> {
    if (this.input) throw new Error("The tool's input has been sent: no part of it can follow");
    await this.bridge.sendToolInputPartial({ arguments: args });
  }

  async sendInput(args: Arguments): Promise<void> {
    if (this.input) throw new Error("The tool's input has been sent already");
    const input = { arguments: args };
    this.input = input;
    await this.deliver("input", () => this.bridge.sendToolInput(input));
  }

  async sendOutcome(outcome: Outcome): Promise<void> {
    if (this.outcome) throw new Error("The tool's result, or that it was cancelled, has been sent already");
    this.outcome = outcome;
    // Views wait for the input, if only for an empty one.
    if (!this.input) await this.sendInput({});
    await this.deliver("result", () =>
      "result" in outcome
        ? this.bridge.sendToolResult(outcome.result)
        : this.bridge.sendToolCancelled(outcome.cancelled),
    );
  }

  /** Sends a reloaded View everything it had received before. */
  repeat(): void {
    for (const send of this.past) send().catch((error) => this.bridge.onerror?.(error));
  }

  private async deliver(stage: "input" | "result", send: () => Promise<void>): Promise<void> {
    await send();
    this.past.push(send);
    this.delivered(stage);
  }
}

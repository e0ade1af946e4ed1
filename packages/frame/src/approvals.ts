import type { App } from "@toolshed/apps";
import { ApprovalCard, readAskedCall } from "./approval-card.ts";
import type { Gateway } from "./gateway.ts";
import type { Strip } from "./strip.ts";

const MOST_ROUNDS = 90;
const RETRY_MS = 2_000;
const CARD = "approval";

/** Asks the person about calls that wait, one after the other. */
export class Approvals {
  private readonly app: App;
  private readonly strip: Strip;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private ending = new AbortController();

  constructor(app: App, strip: Strip) {
    this.app = app;
    this.strip = strip;
  }

  /** Resolves with what was decided, here or elsewhere: `approved`, `refused`…, or `gone` if nothing waits for it any longer. */
  async decide(gateway: Gateway, id: string, signal?: AbortSignal): Promise<string> {
    this.waiting++;
    const asked = this.last.then(() => this.ask(gateway, id, signal));
    this.last = asked.catch(() => {});
    try {
      return await asked;
    } finally {
      this.waiting--;
    }
  }

  /** Removes the cards: nothing waits for them any longer. */
  clear(): void {
    this.ending.abort();
    this.ending = new AbortController();
    this.last = Promise.resolve();
  }

  private async ask(gateway: Gateway, id: string, signal?: AbortSignal): Promise<string> {
    const call = readAskedCall(await gateway.request("approval/read", { id }));
    const { app, strip } = this;
    const { signal: ended } = this.ending;
    if (call.state !== "waiting" || signal?.aborted) return call.state;
    const following = new AbortController();
    const canOpen = app.getHostCapabilities()?.openLinks !== undefined;
    try {
      return await new Promise((resolve, reject) => {
        for (const it of [signal, ended]) it?.addEventListener("abort", () => resolve("gone"));
        const settle = ({ state }: Record<string, unknown>) => {
          if (state !== "waiting") resolve(String(state));
        };
        const card = new ApprovalCard(call, this.waiting - 1, {
          decide: async (approved, reach) =>
            settle(await gateway.request("approval/decide", { id, approved, reach })),
          ...(canOpen && { open: () => app.openLink({ url: call.url }).then(() => {}) }),
        });
        strip.hold(CARD, card.element);
        follow(gateway, id, settle, following.signal).catch(reject);
      });
    } finally {
      following.abort();
      strip.removeNote(CARD);
    }
  }
}

/** Learns of a decision that was made elsewhere. */
async function follow(
  gateway: Gateway,
  id: string,
  settle: (answer: Record<string, unknown>) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round++) {
    try {
      settle(await gateway.request("approval/wait", { id }, { signal, timeout: Infinity }));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

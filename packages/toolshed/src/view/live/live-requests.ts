import { hash } from "node:crypto";
import { type JsonObject, toArray } from "../../json/json-object.ts";
import type { Caller } from "../../policy/caller.ts";
import { type SourceTool, UpstreamError } from "../../source/source.ts";
import type { CallSignal } from "../../work/cancellation.ts";
import type { Showing } from "../view-handles.ts";
import { boundTools, cleanTitle } from "./bound-tools.ts";
import type { LiveView, Sequence } from "./live-state.ts";
import type { LiveTickets } from "./live-tickets.ts";
import type { LiveBatch, LiveViews } from "./live-views.ts";

/** A request of the page that shows a View, after its handle was checked. */
export interface LiveRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly caller: Caller;
  readonly showing: Showing;
  readonly tool: SourceTool;
  readonly signal: CallSignal;
}

export interface LiveRequestsParts {
  readonly live: LiveViews;
  readonly tickets: LiveTickets;
  /** Where the gateway is reached. */
  readonly origin: string;
  /** Called with the endpoint of a poll that did not count as a call. */
  onPolled(endpointId: string): void;
}

/** Hosts give a call a minute. */
const pollMs = 15_000;
/** A page that asks again and again, without waiting, counts as what it is. */
const minPollMs = 1_000;
const maxInstanceLength = 100;
const maxSegmentLength = 60;
const methodNotFound = -32_601;
const invalidParams = -32_602;

/** Where streams of open Views are, below the gateway's origin. */
export const livePath = "/api/views/live";

/** Answers the methods by which a page puts a View's tools into the catalog and receives calls. */
export type ServeLive = (request: LiveRequest) => Promise<JsonObject>;

export function createServeLive({ live, tickets, origin, onPolled }: LiveRequestsParts): ServeLive {
  async function open({ params, caller, showing, tool }: LiveRequest, instance: string): Promise<JsonObject> {
    const { userId, endpointId } = caller;
    const { tools, warnings } = boundTools(toArray(params.tools));
    const title = typeof params.title === "string" ? cleanTitle(params.title) : "";
    const view: LiveView = {
      id: viewIdOf(showing),
      showing: showing.id,
      instance,
      owner: { userId, ...(endpointId !== undefined && { endpointId }) },
      path: showing.path,
      title: title || cleanTitle(tool.name),
      tools,
    };
    await live.open(view, sequenceOf(params));
    const { ticket, lane } = tickets.issue(view);
    return {
      id: view.id,
      stream: { url: `${origin}${livePath}/${lane}`, ticket },
      paths: await pathsOf(view),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  return async (request) => {
    const { method, params, caller, showing, signal } = request;
    const { instance } = params;
    if (typeof instance !== "string" || instance === "" || instance.length > maxInstanceLength)
      throw new UpstreamError(invalidParams, `${method}: instance is not a text of 1 to 100 characters`);
    const place = { id: viewIdOf(showing), showing: showing.id, instance };
    switch (method) {
      case "live/open":
        return open(request, instance);
      case "live/poll": {
        const began = performance.now();
        await live.answer(place, params.answers);
        const batch = await live.wait(place, signal, pollMs);
        const isPoll = performance.now() - began >= minPollMs || batch.calls.length > 0;
        if (isPoll && caller.endpointId !== undefined) onPolled(caller.endpointId);
        return toWire(batch);
      }
      case "live/answer":
        await live.answer(place, params.answers);
        return {};
      case "live/close":
        await live.close(place, sequenceOf(params));
        return {};
      default:
        throw new UpstreamError(methodNotFound, `A View cannot ask for ${method} here`);
    }
  };
}

const sequenceOf = ({ sequence }: JsonObject): Sequence =>
  typeof sequence === "number" && Number.isSafeInteger(sequence) ? sequence : undefined;

/** A batch as pages get it. */
export const toWire = ({ calls, cancelled, ended }: LiveBatch): JsonObject => ({
  calls,
  ...(cancelled.length > 0 && { cancelled }),
  ...(ended && { ended }),
});

/** The paths of the tools in the catalog, by the View's own names. */
async function pathsOf(view: LiveView): Promise<JsonObject> {
  // With what MCP servers need, which most gateways do not load when they start.
  const { livePaths } = await import("./live-tools.ts");
  return Object.fromEntries(await livePaths(view));
}

/** The same for every page that shows this result, such as `show_board_k7m2q9a`. */
function viewIdOf({ path, id }: Showing): string {
  const segment = path.slice(path.lastIndexOf(".") + 1, path.lastIndexOf(".") + 1 + maxSegmentLength);
  const digits = BigInt(`0x${hash("sha256", id).slice(0, 16)}`).toString(36);
  return `${segment}_${digits.slice(-7)}`;
}

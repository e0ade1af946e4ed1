import { type CallSignal, Cancellation } from "../../work/cancellation.ts";
import type { CommonHandlers } from "./dispatch.ts";
import type { Description, Tell, Wanted } from "./endpoint.ts";
import { metaKeys } from "./envelope.ts";
import type { Fields } from "./message.ts";
import { errorCodes, ProtocolError } from "./protocol-error.ts";

const maxOpen = 1_024;

/** The notifications about changes, and whether a client has subscribed to them. */
const changes: Readonly<Record<string, (wanted: Wanted, params: Fields) => boolean>> = {
  "notifications/tools/list_changed": ({ toolsListChanged }) => toolsListChanged === true,
  "notifications/prompts/list_changed": ({ promptsListChanged }) => promptsListChanged === true,
  "notifications/resources/list_changed": ({ resourcesListChanged }) => resourcesListChanged === true,
  "notifications/resources/updated": ({ resourceSubscriptions }, { uri }) =>
    resourceSubscriptions?.includes(uri as string) === true,
};

/** `subscriptions/listen`: notifies about changes and is answered when the subscription ends. */
export function createListening() {
  const closing = new Cancellation();
  let open = 0;

  const handlers: CommonHandlers = {
    async "subscriptions/listen"(endpoint, request) {
      const { capabilities } = await endpoint.describe("modern", request.caller);
      const wanted = offeredOf(request.params.notifications as Wanted, capabilities);
      const ending = { _meta: { [metaKeys.subscriptionId]: request.id } };
      const tell: Tell = (method, params) => request.send({ method, params: { ...params, ...ending } });
      const acknowledge = () =>
        tell("notifications/subscriptions/acknowledged", { notifications: { ...wanted } });
      if (!endpoint.listen || Object.keys(wanted).length === 0) {
        acknowledge();
        return ending;
      }
      if (open >= maxOpen) throw new ProtocolError(errorCodes.internalError, "Subscription limit reached");
      open += 1;
      try {
        let isHeard = false;
        const stop = await endpoint.listen(wanted, request, (method, params = {}) => {
          if (isHeard && changes[method]?.(wanted, params)) tell(method, params);
        });
        acknowledge();
        isHeard = true;
        await firstOf(request.signal, closing).finally(stop);
      } finally {
        open -= 1;
      }
      return ending;
    },
  };
  /** Ends all subscriptions. */
  const close = () => closing.abort();
  return { handlers, close };
}

/** The part of a subscription that the server supports. */
function offeredOf(wanted: Wanted, { tools, prompts, resources }: Description["capabilities"]): Wanted {
  const uris = wanted.resourceSubscriptions ?? [];
  return {
    ...(wanted.toolsListChanged && tools?.listChanged && { toolsListChanged: true }),
    ...(wanted.promptsListChanged && prompts?.listChanged && { promptsListChanged: true }),
    ...(wanted.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true }),
    ...(uris.length > 0 && resources?.subscribe && { resourceSubscriptions: uris }),
  };
}

/** Resolves when one of the two is aborted. */
function firstOf(one: CallSignal, other: CallSignal): Promise<void> {
  return new Promise<void>((resolve) => {
    const finish = () => {
      one.removeEventListener("abort", finish);
      other.removeEventListener("abort", finish);
      resolve();
    };
    if (one.aborted || other.aborted) return resolve();
    one.addEventListener("abort", finish);
    other.addEventListener("abort", finish);
  });
}

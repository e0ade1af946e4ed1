import type { Call } from "../rpc/peer.ts";
import { type HandlerForm, toNotificationHandler, toRequestHandler } from "./handler-forms.ts";
import type { Json } from "./mcp-types.ts";
import type { Router, Side } from "./router.ts";
import { sendRequest } from "./send-request.ts";

const functions = {
  close: ({ peer }: Router) => peer.close(),
  request: ({ peer }: Router, request: Call, ...rest: Json[]) => sendRequest(peer, request, ...rest),
  notification: ({ peer }: Router, notification: Call) => peer.notification(notification),
  setRequestHandler: (router: Router, ...form: HandlerForm) => {
    const { method, handler } = toRequestHandler(form);
    router.setHandler(method, handler);
  },
  removeRequestHandler: (router: Router, method: string) => router.setHandler(method, undefined),
  setNotificationHandler: (router: Router, ...form: HandlerForm) => {
    const { method, handler } = toNotificationHandler(form);
    router.setListener(method, handler);
  },
  removeNotificationHandler: (router: Router, method: string) => router.setListener(method, undefined),
};

/** Gives a class, by its prototype, the `Members` that follow from its side of the table. */
export function defineMembers<Self extends object>(
  prototype: Self,
  { requests, events }: Side,
  routerOf: (self: Self) => Router,
): void {
  const defineProperty = (
    name: string,
    get: (router: Router) => Json,
    set: (router: Router, value: Json) => void,
  ) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: Self) {
        return get(routerOf(this));
      },
      set(this: Self, value: Json) {
        set(routerOf(this), value);
      },
    });
  const defineFunction = (name: string, run: (router: Router, ...args: Json[]) => Json) =>
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: Self, ...args: Json[]) {
        return run(routerOf(this), ...args);
      },
    });

  for (const [name, { method }] of Object.entries(requests)) {
    defineProperty(
      `on${name}`,
      (router) => router.getHandler(method),
      (router, handler) => router.setHandler(method, handler),
    );
  }
  const methods = new Map<string, string>();
  for (const [event, { method }] of Object.entries(events)) {
    methods.set(event, method);
    defineProperty(
      `on${event}`,
      (router) => router.events.getHandler(method),
      (router, handler) => router.setListener(method, handler),
    );
  }
  for (const [name, run] of Object.entries(functions)) defineFunction(name, run);

  const methodOf = (event: string): string => {
    const method = methods.get(event);
    if (method) return method;
    throw new Error(`Unknown event: ${event}`);
  };
  // Vue wraps what it is given, deep down, unless it finds this; what is wrapped has lost its private fields.
  Object.defineProperty(prototype, "__v_skip", { value: true });
  defineFunction("addEventListener", (router, event, listener) =>
    router.addListener(methodOf(event), listener),
  );
  defineFunction("removeEventListener", (router, event, listener) =>
    router.events.removeEventListener(methodOf(event), listener),
  );
}

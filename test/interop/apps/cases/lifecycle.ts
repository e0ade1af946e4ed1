import type { Case } from "../case.ts";
import {
  aborted,
  ask,
  failure,
  type Json,
  nextValue,
  onRequest,
  ping,
  said,
  sendProgress,
  signalOf,
  stoppable,
} from "../scene.ts";

export const lifecycle: Case[] = [
  {
    name: "teardown: the host waits for the View",
    async run({ app, bridge, connect }) {
      const seen: string[] = [];
      app.onteardown = async () => {
        await Promise.resolve();
        seen.push("saved");
        return {};
      };
      await connect();
      const answer = await bridge.teardownResource({});
      return [seen, answer];
    },
    expected: [["saved"], {}],
  },
  {
    name: "teardown: a View without a handler agrees",
    async run({ bridge, connect }) {
      await connect();
      return failure(() => bridge.teardownResource({}));
    },
    expected: { answered: {} },
  },
  {
    name: "teardown: a handler that throws fails it",
    async run({ app, bridge, connect }) {
      app.onteardown = async () => {
        throw new Error("unsaved");
      };
      await connect();
      return failure(() => bridge.teardownResource({}));
    },
    expected: { code: -32603, message: "unsaved" },
  },
  {
    name: "teardown: asked for by the View, done by the host",
    async run({ app, bridge, connect, sendAsView }) {
      const done = nextValue<unknown>();
      app.onteardown = () => ({});
      bridge.onrequestteardown = () => done.give(bridge.teardownResource({}));
      await connect();
      if ("requestTeardown" in app) await app.requestTeardown();
      else await sendAsView({ method: "ui/notifications/request-teardown", params: {} });
      // A host of 0.4 does not know the notification: ask what it would have asked.
      if (!("onrequestteardown" in Object.getPrototypeOf(bridge))) done.give("unknown to the host");
      return done.value;
    },
    expected: {},
  },
  {
    name: "teardown: the host's abort reaches the View's handler",
    async run({ app, bridge, connect }) {
      const slow = stoppable({});
      app.onteardown = slow.run;
      await connect();
      await ping(bridge);
      const controller = new AbortController();
      const answer = failure(() => bridge.teardownResource({}, { signal: controller.signal }));
      await slow.started;
      controller.abort(new Error("too late"));
      return [said(await answer, "too late"), await slow.stopped];
    },
    expected: [true, "aborted"],
  },
  {
    name: "cancellation: the host can cancel the very first thing it asks",
    async run({ app, bridge, connect, settle }) {
      const slow = stoppable({});
      app.onteardown = slow.run;
      await connect();
      const controller = new AbortController();
      const answer = failure(() => bridge.teardownResource({}, { signal: controller.signal }));
      await slow.started;
      controller.abort();
      await answer;
      return Promise.race([slow.stopped, settle().then(() => "runs on")]);
    },
    expected: "aborted",
  },
  {
    name: "cancellation: a signal that is already aborted sends nothing",
    async run({ app, connect, sentByView }) {
      await connect();
      const answer = await failure(() =>
        app.openLink({ url: "https://example.com/" }, { signal: AbortSignal.abort(new Error("never mind")) }),
      );
      return [
        said(answer, "never mind"),
        sentByView.filter(({ method }) => method === "ui/open-link").length,
      ];
    },
    expected: [true, 0],
  },
  {
    name: "cancellation: a request that times out is cancelled on the other side",
    async run({ app, bridge, connect }) {
      const stopped = nextValue<string>();
      bridge.oncalltool = async (_params, extra) => {
        await aborted(signalOf(extra));
        stopped.give("aborted");
        return { content: [] };
      };
      await connect();
      const answer = await failure(() => app.callServerTool({ name: "slow" }, { timeout: 20 }));
      return [answer.message, await stopped.value];
    },
    expected: ["Request timed out", "aborted"],
  },
  {
    name: "cancellation: an answer that comes too late does no harm",
    async run({ app, bridge, connect, settle }) {
      app.onerror = () => {};
      const release = nextValue<void>();
      bridge.oncalltool = async () => {
        await release.value;
        return { content: [] };
      };
      await connect();
      const controller = new AbortController();
      const answer = failure(() => app.callServerTool({ name: "slow" }, { signal: controller.signal }));
      controller.abort(new Error("gone"));
      await answer;
      release.give();
      await settle();
      return [said(await answer, "gone"), await app.callServerTool({ name: "again" })];
    },
    expected: [true, { content: [] }],
  },
  {
    name: "progress: the host's reaches the View's call",
    async run({ app, bridge, connect }) {
      bridge.oncalltool = async (_params, extra) => {
        await sendProgress(extra, 1, 2);
        await sendProgress(extra, 2, 2);
        return { content: [] };
      };
      await connect();
      const seen: unknown[] = [];
      await app.callServerTool({ name: "slow" }, { onprogress: (progress) => seen.push(progress) });
      return seen;
    },
    expected: [
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ],
  },
  {
    name: "progress: the View's reaches the host's call",
    setup: { appCapabilities: { tools: {} } },
    async run({ app, bridge, connect }) {
      app.oncalltool = async (_params, extra) => {
        await sendProgress(extra, 5, 9);
        return { content: [] };
      };
      await connect();
      const seen: unknown[] = [];
      await ask(bridge, "tools/call", { name: "slow" }, { onprogress: (progress) => seen.push(progress) });
      return seen;
    },
    expected: [{ progress: 5, total: 9 }],
  },
  {
    name: "close: the View's own rejects what it waits for, and onclose runs once",
    async run({ app, bridge, connect }) {
      const started = nextValue<void>();
      bridge.oncalltool = () => {
        started.give();
        return new Promise(() => {});
      };
      let closed = 0;
      app.onclose = () => {
        closed += 1;
      };
      await connect();
      const answer = failure(() => app.callServerTool({ name: "never" }));
      await started.value;
      await app.close();
      await app.close();
      return [(await answer).message, closed, app.transport === undefined];
    },
    expected: ["Connection closed", 1, true],
  },
  {
    name: "close: the host's own rejects what it waits for, and onclose runs once",
    async run({ app, bridge, connect }) {
      const started = nextValue<void>();
      app.onteardown = () => {
        started.give();
        return new Promise(() => {});
      };
      let closed = 0;
      bridge.onclose = () => {
        closed += 1;
      };
      await connect();
      const answer = failure(() => bridge.teardownResource({}));
      await started.value;
      await bridge.close();
      await bridge.close();
      return [(await answer).message, closed, bridge.transport === undefined];
    },
    expected: ["Connection closed", 1, true],
  },
  {
    name: "close: it aborts the handlers that still run",
    async run({ app, bridge, connect }) {
      const slow = stoppable({ content: [] });
      bridge.oncalltool = slow.run;
      await connect();
      const answer = failure(() => app.callServerTool({ name: "slow" }));
      await slow.started;
      await bridge.close();
      await app.close();
      return [await slow.stopped, (await answer).message];
    },
    expected: ["aborted", "Connection closed"],
  },
  {
    name: "close: nothing can be asked after it",
    async run({ app, bridge, connect }) {
      await connect();
      await app.close();
      await bridge.close();
      return [
        (await failure(() => app.openLink({ url: "https://example.com/" }))).message,
        (await failure(() => bridge.teardownResource({}))).message,
      ];
    },
    expected: ["Not connected", "Not connected"],
  },
  {
    name: "handlers by method: the View serves methods of its own",
    async run({ app, bridge, connect }) {
      const set = await failure(() => onRequest(app, "x/view", (params) => ({ view: params })));
      if ("message" in set) return "refused";
      await connect();
      const answer = await ask(bridge, "x/view", { a: 1 });
      app.removeRequestHandler("x/view");
      return [answer, (await failure(() => ask(bridge, "x/view"))).code];
    },
    expected: [{ view: { a: 1 } }, -32601],
  },
  {
    name: "handlers by method: the host serves methods of its own",
    async run({ app, bridge, connect }) {
      onRequest(bridge, "x/host", (params) => ({ host: params }));
      await connect();
      const answer = await ask(app, "x/host", { b: 2 });
      bridge.removeRequestHandler("x/host");
      return [answer, (await failure(() => ask(app, "x/host"))).code];
    },
    expected: [{ host: { b: 2 } }, -32601],
  },
  {
    name: "handlers by method: the fallback gets what nobody serves",
    async run({ app, bridge, connect }) {
      app.fallbackRequestHandler = async ({ method, params }) => ({ view: method, params });
      bridge.fallbackRequestHandler = async ({ method, params }) => ({ host: method, params });
      await connect();
      return [await ask(bridge, "x/one", { a: 1 }), await ask(app, "x/two", { b: 2 })];
    },
    expected: [
      { view: "x/one", params: { a: 1 } },
      { host: "x/two", params: { b: 2 } },
    ],
  },
  {
    name: "handlers by method, 2.x form: parameters are validated",
    async run({ app, bridge, connect }) {
      const params = {
        "~standard": {
          version: 1 as const,
          vendor: "test",
          validate: (value: unknown) =>
            typeof (value as Json).words === "string" ? { value } : { issues: [{ message: "no words" }] },
        },
      };
      const set = await failure(() =>
        bridge.setRequestHandler(
          "x/echo",
          { params } as never,
          ((given: Json) => ({ said: given.words })) as never,
        ),
      );
      if ("message" in set) return "refused";
      await connect();
      return [
        await ask(app, "x/echo", { words: "hi" }),
        (await failure(() => ask(app, "x/echo", { words: 1 }))).code,
      ];
    },
    expected: [{ said: "hi" }, -32602],
  },
];

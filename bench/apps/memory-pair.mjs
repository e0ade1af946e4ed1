/** The same pair of transports for both packages: a message is handed over in the next microtask, uncopied. */
export function createMemoryPair() {
  const create = () => {
    const transport = {
      other: undefined,
      async start() {},
      send(message) {
        queueMicrotask(() => transport.other?.onmessage?.(message));
        return Promise.resolve();
      },
      async close() {
        transport.onclose?.();
      },
    };
    return transport;
  };
  const view = create();
  const host = create();
  view.other = host;
  host.other = view;
  return { view, host };
}

import { request } from "./request.ts";

export interface StreamListener {
  data(data: string): void;
  /** Tells whether events can come now. */
  open?(isOpen: boolean): void;
}

const comeBackMs = 3_000;

/** Listens to a stream of the gateway until the returned function is called. Calls `url` on each reconnect. */
export function listen(url: () => string, { data, open }: StreamListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  function connect() {
    source = new EventSource(url());
    source.onopen = () => open?.(true);
    source.onmessage = (event) => data(event.data);
    source.onerror = () => {
      open?.(false);
      findReason();
      // The browser reconnects automatically after a stream ends, but not after an error response.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, comeBackMs);
    };
  }
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
    open?.(false);
  };
}

let isAsking = false;

/** A stream does not tell why it ended. An answer does: the gateway is down, or the session has ended. */
function findReason(): void {
  if (isAsking) return;
  isAsking = true;
  request("GET /status", {})
    .finally(() => {
      isAsking = false;
    })
    .catch(() => {});
}

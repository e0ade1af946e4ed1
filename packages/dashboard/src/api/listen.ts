export interface StreamListener {
  data(data: string): void;
  /** Tells whether events can come now. */
  open?(isOpen: boolean): void;
}

const comeBackMs = 3_000;

/** Listens to a stream of the gateway until the returned function is called. `url` is asked whenever it is opened anew. */
export function listen(url: () => string, { data, open }: StreamListener): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  function connect() {
    source = new EventSource(url());
    source.onopen = () => open?.(true);
    source.onmessage = (event) => data(event.data);
    source.onerror = () => {
      open?.(false);
      // The browser comes back by itself from a stream that ended, but not from an answer that was none.
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

interface Following {
  readonly listeners: Set<() => void>;
  readonly tellAll: () => void;
}

const followings = new WeakMap<AbortSignal, Following>();

/**
 * Calls back when the signal aborts, until the returned function is called. However many follow a signal, it has one
 * listener: all requests of a connection share a signal, and Node warns of more than ten.
 */
export function followSignal(signal: AbortSignal, onAbort: () => void): () => void {
  const { listeners, tellAll } = followings.get(signal) ?? begin(signal);
  listeners.add(onAbort);
  return () => {
    if (!listeners.delete(onAbort) || listeners.size > 0) return;
    signal.removeEventListener("abort", tellAll);
    followings.delete(signal);
  };
}

function begin(signal: AbortSignal): Following {
  const listeners = new Set<() => void>();
  const tellAll = () => {
    for (const tell of [...listeners]) tell();
  };
  const following = { listeners, tellAll };
  followings.set(signal, following);
  signal.addEventListener("abort", tellAll);
  return following;
}

/**
 * Writes what comes with every call. The items of one turn of the event loop share one flush: each waits for it, so that
 * what is acknowledged is stored, and none pays for it alone. One that says that no other is about to follow does not wait.
 */
export function batched<Item>(
  flush: (items: Item[]) => Promise<void>,
): (item: Item, isAlone?: boolean) => Promise<void> {
  let batch: Item[] = [];
  let flushed: Promise<void> | undefined;
  /** Whether there was an item in this turn or the one before, after which there are likely to be more. */
  let isBusy = false;
  let hasNewItem = false;

  function flushBatch(): Promise<void> {
    const items = batch;
    batch = [];
    return flush(items);
  }

  function watch(): void {
    hasNewItem = true;
    if (isBusy) return;
    isBusy = true;
    const look = () => {
      isBusy = hasNewItem;
      hasNewItem = false;
      if (isBusy) setImmediate(look);
    };
    setImmediate(look);
  }

  async function flushLater(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    flushed = undefined;
    await flushBatch();
  }

  return (item, isAlone = false) => {
    batch.push(item);
    const isWaitedFor = flushed !== undefined || isBusy || !isAlone;
    watch();
    if (!isWaitedFor) return flushBatch();
    flushed ??= flushLater();
    return flushed;
  };
}

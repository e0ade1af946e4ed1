const NODE_SIZE = 8;

/**
 * Roughly how many characters a message would have as JSON. Stops at the limit, so a large message costs no more than
 * one at the limit. Returns Infinity for what JSON can't express, such as cycles and buffers.
 */
export function messageSize(message: unknown, limit: number): number {
  const rest: unknown[] = [message];
  let size = 0;
  while (rest.length > 0) {
    const value = rest.pop();
    size += NODE_SIZE + (typeof value === "string" ? value.length : 0);
    if (Array.isArray(value)) {
      if (size + value.length * NODE_SIZE > limit) return Infinity;
      for (const item of value) rest.push(item);
    } else if (typeof value === "object" && value !== null) {
      if (Object.getPrototypeOf(value) !== Object.prototype) return Infinity;
      for (const key in value) {
        size += key.length;
        rest.push((value as Record<string, unknown>)[key]);
        if (size + rest.length * NODE_SIZE > limit) return Infinity;
      }
    }
    if (size > limit) return Infinity;
  }
  return size;
}

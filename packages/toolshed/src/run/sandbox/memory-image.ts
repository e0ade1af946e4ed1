interface Stretch {
  readonly start: number;
  readonly end: number;
}

const chunkBytes = 64 * 1024;
const zeros = Buffer.alloc(chunkBytes);

/**
 * Keeps what a memory holds at this moment, to be put back later.
 *
 * Most of the memory is QuickJS's stack, of which nothing is in use between runs, and the heap that it has not needed
 * yet. Both are zero when the image is made, and are left out of it: copying them takes longer than most scripts.
 */
export function takeMemoryImage(memory: WebAssembly.Memory) {
  const isZero = chunksOf(memory).map(({ start, end }) => isClear(memory, start, end));
  const end = (isZero.lastIndexOf(false) + 1) * chunkBytes;
  const stack = longestRun(isZero.slice(0, end / chunkBytes));
  const used = [
    { start: 0, end: stack.start },
    { start: stack.end, end },
  ].map(({ start, end }) => ({ start, bytes: new Uint8Array(memory.buffer).slice(start, end) }));

  return {
    /** Puts back all that is in use. What has been written elsewhere since stays, where nothing reads it. */
    restore(): void {
      const all = new Uint8Array(memory.buffer);
      for (const { start, bytes } of used) all.set(bytes, start);
    },
    /** Clears all that the image does not hold. */
    clearRest(): void {
      const all = new Uint8Array(memory.buffer);
      for (const { start, end: next } of chunksOf(memory)) {
        const isInImage = next <= stack.start || (start >= stack.end && next <= end);
        // Most chunks have not been touched, and looking is faster than writing.
        if (!isInImage && !isClear(memory, start, next)) all.fill(0, start, next);
      }
    },
  };
}

function chunksOf({ buffer }: WebAssembly.Memory): Stretch[] {
  return Array.from({ length: buffer.byteLength / chunkBytes }, (_, index) => ({
    start: index * chunkBytes,
    end: (index + 1) * chunkBytes,
  }));
}

const isClear = ({ buffer }: WebAssembly.Memory, start: number, end: number): boolean =>
  zeros.equals(new Uint8Array(buffer, start, end - start));

/** The longest run of zeros. Its first chunk may be the end of QuickJS's own variables, and is not counted in. */
function longestRun(isZero: readonly boolean[]): Stretch {
  let longest: Stretch = { start: 0, end: 0 };
  for (let start = 0, index = 0; index <= isZero.length; index += 1) {
    if (isZero[index]) continue;
    if (index - start > longest.end - longest.start) longest = { start, end: index };
    start = index + 1;
  }
  return { start: (longest.start + 1) * chunkBytes, end: longest.end * chunkBytes };
}

import { expect, test } from "vitest";
import { takeMemoryImage } from "./memory-image.ts";

const pageBytes = 64 * 1024;

/** Variables, a stack that nobody has used, a heap, and what is still free. */
function createMemory() {
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 64 });
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(1, 0, 1.5 * pageBytes);
  bytes.fill(2, 40 * pageBytes, 42.5 * pageBytes);
  return { memory, bytes };
}

test("restores what was in use, also after it was overwritten", () => {
  const { memory, bytes } = createMemory();
  const image = takeMemoryImage(memory);
  const before = bytes.slice();
  // Also zeros that the image holds, such as variables that had no value yet.
  bytes.fill(9, 0, 2 * pageBytes);
  bytes.fill(9, 40 * pageBytes, 43 * pageBytes);
  image.restore();
  expect(Buffer.compare(bytes, before)).toBe(0);
});

test("nothing of what was written elsewhere is left once the rest is cleared", () => {
  const { memory, bytes } = createMemory();
  const image = takeMemoryImage(memory);
  const before = bytes.slice();
  bytes.fill(9);
  image.clearRest();
  image.restore();
  expect(Buffer.compare(bytes, before)).toBe(0);
});

test("a single byte anywhere is found", () => {
  const { memory, bytes } = createMemory();
  const image = takeMemoryImage(memory);
  const before = bytes.slice();
  for (const at of [3 * pageBytes, 20 * pageBytes + 17, 40 * pageBytes - 1, 43 * pageBytes, bytes.length - 1])
    bytes[at] = 9;
  image.clearRest();
  expect(Buffer.compare(bytes, before)).toBe(0);
});

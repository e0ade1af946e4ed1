const newline = 0x0a;

/** Cuts a stream of bytes into lines. Gives `undefined` once a line is longer than the limit. */
export function createLineReader(maxLineBytes: number): (chunk: Buffer) => string[] | undefined {
  let parts: Buffer[] = [];
  let length = 0;

  return (chunk) => {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end));
      lines.push((parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString());
      parts = [];
      length = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
    }
    return length > maxLineBytes ? undefined : lines;
  };
}

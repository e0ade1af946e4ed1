const maxLines = 20;
const maxLineLength = 500;

/** The last lines that a program has written about itself. */
export interface StderrTail {
  readonly lines: readonly string[];
  write(chunk: Buffer): void;
}

export function createStderrTail(): StderrTail {
  const lines: string[] = [];
  let open = "";

  return {
    get lines() {
      return open ? [...lines, plain(open)].slice(-maxLines) : lines;
    },
    write(chunk) {
      const parts = (open + chunk.toString()).split("\n");
      open = (parts.pop() ?? "").slice(-maxLineLength);
      for (const part of parts.slice(-maxLines)) if (part.trim()) lines.push(plain(part));
      lines.splice(0, lines.length - maxLines);
    },
  };
}

/** Escapes steer the terminal of whoever reads them. */
const plain = (line: string): string =>
  line
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "")
    .replace(/\p{Cc}/gu, " ")
    .slice(0, maxLineLength);

/** What a page takes from a View's own tools: how many of them, how long a call may take, and how large an answer may be. */
export const APP_TOOL_LIMITS = {
  /** The most tools of one View. The rest of a longer list is left out. */
  tools: 50,
  /** Milliseconds that a call may take. */
  timeoutMs: 30_000,
  /** The most characters of an answer, as JSON. */
  answerSize: 2_000_000,
} as const;

export type Progress = {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
};

export type RequestOptions = {
  /** Asks the other side for progress and is called with it. */
  onprogress?: ((progress: Progress) => void) | undefined;
  /** Aborting rejects with the signal's reason and tells the other side. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait for an answer; 60,000 unless given. */
  timeout?: number | undefined;
  resetTimeoutOnProgress?: boolean | undefined;
  /** Milliseconds after which progress no longer helps. */
  maxTotalTimeout?: number | undefined;
};

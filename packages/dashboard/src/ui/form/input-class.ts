/** What fields to type or choose in look like. */
export const inputClass =
  "w-full min-w-0 rounded-md border border-edge bg-card px-3 py-1.5 text-sm text-ink min-h-9 aria-invalid:border-bad-strong disabled:opacity-60";

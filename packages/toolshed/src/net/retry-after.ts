/** How long a service asks to wait, in milliseconds: it gives seconds or a date. */
export function parseRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

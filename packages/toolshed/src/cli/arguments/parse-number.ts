import { UsageError } from "../usage-error.ts";

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `12h` or `90d`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit = ""] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new UsageError(`"${text}" is not a duration. Use minutes, hours or days, such as 30m, 12h or 90d.`);
}

/** A whole number within bounds. */
export function parseCount(text: string, option: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageError(`${option} must be a number from 1 to ${max}, such as ${option} 5.`);
}

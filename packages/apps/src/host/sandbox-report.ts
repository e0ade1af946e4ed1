/*
 * What the sandbox reports about a View, its violations and errors, may be forged by the View. The sandbox bounds it,
 * and the host again, since its sandbox may be one of another version.
 */

/** This many reports explain any View. */
export const MOST_REPORTS = 100;
/** The length of a text in a report, in characters. */
export const LONGEST_TEXT = 2000;

/** Line breaks, and characters that show nothing or turn the text around: with them, one text could look like several. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text of a report, in one line; empty if it is none. */
export function toReportText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT).replace(UNSEEN, " ") : "";
}

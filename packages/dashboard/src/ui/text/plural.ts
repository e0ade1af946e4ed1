/** `1 tool`, `2 tools`. */
export const plural = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** For options that may be given several times. */
export const repeated = (value: string, before: string[] = []): string[] => [...before, value];

/** The same, where each may also be a list with commas. */
export const repeatedList = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(",").filter(Boolean),
];

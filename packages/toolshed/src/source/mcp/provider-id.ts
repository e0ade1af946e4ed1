/** Under which id people connect a source. */
export const providerId = (sourceId: string): string => sourceId.replaceAll("_", "-");

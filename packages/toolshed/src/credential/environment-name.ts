/** `granola-personal`, `API_KEY` → `GRANOLA_PERSONAL_API_KEY` */
export const environmentName = (provider: string, ending: string): string =>
  `${provider.toUpperCase().replaceAll("-", "_")}_${ending}`;

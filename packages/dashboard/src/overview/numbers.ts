const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** "1.2M". */
export const compact = (value: number): string => compactFormat.format(value);

/** "0 %", "0.4 %", "12 %". */
export function percent(share: number): string {
  const value = share * 100;
  return `${value === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} %`;
}

/** About four characters are a token, in English and JSON. */
export const tokensIn = (chars: number): number => Math.round(chars / 4);

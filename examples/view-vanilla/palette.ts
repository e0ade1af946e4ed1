export type Palette = {
  hue: number;
  colors: string[];
};

/** Colours of one lightness whose hues lie around the given one. */
export function makePalette(hue: number, count: number): Palette {
  const hues = Array.from({ length: count }, (_, index) => hue + (index - (count - 1) / 2) * 24);
  return { hue, colors: hues.map((each) => toHex((each + 360) % 360, 0.6, 0.55)) };
}

function toHex(hue: number, saturation: number, lightness: number): string {
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const amplitude = saturation * Math.min(lightness, 1 - lightness);
    const value = lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

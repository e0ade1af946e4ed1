/** How telling a word is that stands in so many of all tools. */
export function rarity(count: number, toolCount: number): number {
  return Math.log(1 + (toolCount - count + 0.5) / (count + 0.5));
}

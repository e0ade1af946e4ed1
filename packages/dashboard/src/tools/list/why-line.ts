/** What made a search find a tool, on one line: the strongest reasons, without the figures and without what spoke against it. */
export function whyLine(why: readonly string[]): string {
  return why
    .filter((line) => !/^Score |×0\.\d+$/.test(line))
    .map((line) => line.replace(/ [+×]\d+\.\d+$/, ""))
    .slice(0, 3)
    .join(" · ");
}

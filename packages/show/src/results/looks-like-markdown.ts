const longestLooked = 20_000;
const signs = [
  /^#{1,6} \S/m,
  /^ {0,8}[-*+] \S.*\n {0,8}[-*+] \S/m,
  /^\d{1,9}\. \S.*\n+\d{1,9}\. \S/m,
  /^```/m,
  /^\|? ?:?-{3,}:? ?\|/m,
  /\*\*[^*\n]{1,200}\*\*/,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /^> \S/m,
];
const strong = signs.slice(0, 1).concat(signs.slice(3, 5));

/** Whether a text is likely written in Markdown: a heading, fence or table, or two weaker signs. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, longestLooked);
  if (/^\s*</.test(start)) return false;
  return strong.some((sign) => sign.test(start)) || signs.filter((sign) => sign.test(start)).length >= 2;
}

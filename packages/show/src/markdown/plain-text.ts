const links = /!?\[([^[\]]*)\]\([^()]*\)/g;
const blockMarks = /^(#{1,6}|>) +/gm;
const tokens = /`{1,3}([^`]+)`{1,3}|\\([\\`*_~[\]()#>])|\*{1,3}|_{1,3}|~~|\n\n/g;

/**
 * Markdown as text without its marks, where only text fits. Marks that don't come in pairs stay, as in `*.ts` and `snake_case`.
 * Takes time that grows with the length of the text.
 */
export function plainText(markdown: string): string {
  const text = markdown.replace(links, "$1").replace(blockMarks, "");
  const parts: string[] = [];
  /** The places in `parts` of the marks that may still be closed. */
  const open = new Map<string, number>();
  let end = 0;
  for (const { 0: token, 1: code, 2: escaped, index } of text.matchAll(tokens)) {
    parts.push(text.slice(end, index), code ?? escaped ?? token);
    end = index + token.length;
    if (token === "\n\n") open.clear();
    if (code !== undefined || escaped !== undefined) continue;
    const before = text[index - 1] ?? " ";
    const after = text[end] ?? " ";
    const opened = open.get(token);
    if (opened !== undefined && /[^\s/]/.test(before) && !/\w/.test(after)) {
      parts[opened] = "";
      parts[parts.length - 1] = "";
      open.delete(token);
    } else if (/\S/.test(after) && !/[\w/]/.test(before)) open.set(token, parts.length - 1);
  }
  return parts.join("") + text.slice(end);
}

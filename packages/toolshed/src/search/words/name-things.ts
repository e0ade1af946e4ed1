/** What the files with these endings are called by tools. */
const kindsOfFile: Readonly<Record<string, string>> = {
  ...each("md markdown", "markdown file"),
  ...each("txt log rtf", "text file"),
  ...each("csv tsv", "csv file"),
  ...each("xls xlsx ods", "excel sheet file"),
  ...each("doc docx odt", "word document file"),
  ...each("ppt pptx odp key", "powerpoint presentation file"),
  ...each("pdf", "pdf file"),
  ...each("png jpg jpeg gif webp svg bmp", "image file"),
  ...each("mp3 wav flac ogg m4a", "audio file"),
  ...each("mp4 mov avi mkv webm", "video file"),
  ...each("js ts py rb go rs java c cpp cs php sh sql ipynb", "code file"),
  ...each("json yaml yml xml toml", "data file"),
  ...each("html htm", "html file"),
  ...each("zip tar gz 7z rar", "archive file"),
};

const address = /\b(?:https?:\/\/|www\.)\S+/gi;
const path = /(?<![\w.])(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.@+-]+(?:[/\\][\w.@+-]+)*[/\\]?/g;
// What each may begin after, and how long it may be, keep the search linear in the length of the text.
const file = /(?<![\w./-])[\w-]{1,100}\.([A-Za-z0-9]{1,8})\b/g;
const email = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
/** Saving under a path is writing a file. */
const saving =
  /\b(?:save|saved|store|stored|put|output)\b([^.!?\n]{0,80}?(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.@+-]+[/\\])/gi;
const channel = /(?<!\S)#[A-Za-z][\w-]*/g;

/**
 * Puts what a thing is in the place of its name: a request says `/tmp/report.xlsx`, a tool speaks of Excel files. The
 * words of a file's name are left out, because they say what it is about and not what is to be done.
 */
export function nameThings(text: string): string {
  let named = text;
  if (/[/\\]/.test(named)) {
    named = named
      .replace(saving, "write$1")
      .replace(address, " url web page ")
      .replace(path, (found) => ` ${kindOf(found)} `);
  }
  if (named.includes("@")) named = named.replace(email, " email ");
  if (named.includes("#")) named = named.replace(channel, (found) => `${found.slice(1)} channel`);
  return named.replace(file, (found, ending: string) => kindsOfFile[ending.toLowerCase()] ?? found);
}

function kindOf(path: string): string {
  const ending = path.match(/\.([A-Za-z0-9]{1,8})[.,]?$/)?.[1];
  if (ending === undefined) return "folder";
  return kindsOfFile[ending.toLowerCase()] ?? "file";
}

function each(endings: string, kind: string): Record<string, string> {
  return Object.fromEntries(endings.split(" ").map((ending) => [ending, kind]));
}

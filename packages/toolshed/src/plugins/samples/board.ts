/** The notes board, which shows what the tools return and changes notes. Its sources are in `views/notes-board`. */
export const boardUri = "ui://samples/board.html";

/** The build makes it, and it is the same file for `src` and for `dist`. */
export const boardFile: URL = new URL("../../../dist/views/notes-board.html", import.meta.url);

import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from "@toolshed/apps";
import { serveAppTools } from "./app-tools.ts";
import { Board } from "./board.ts";
import { ModelContext } from "./model-context.ts";
import { NotesServer } from "./notes-server.ts";
import { find, messageOf } from "./page.ts";

declare const VERSION: string;

const app = new App({ name: "notes-board", version: VERSION }, { tools: { listChanged: true } });
const board = new Board(new NotesServer(app), new ModelContext(app));

function followContext(): void {
  const context = app.getHostContext() ?? {};
  const { theme, styles } = context;
  if (theme) applyDocumentTheme(theme);
  applyHostStyleVariables(styles?.variables);
  applyHostFonts(styles?.css?.fonts);
  board.setContext(context);
}

serveAppTools(app, board);
app.ontoolinputpartial = ({ arguments: args }) => board.showInput(args);
app.ontoolinput = ({ arguments: args }) => board.showInput(args);
app.ontoolresult = (result) => board.showResult(result);
app.ontoolcancelled = ({ reason }) => board.showCancelled(reason);
app.onhostcontextchanged = followContext;
app.onteardown = () => {
  // The host removes the page now: nothing in it should be pressed any more.
  find("board").inert = true;
  return {};
};

try {
  await app.connect();
  followContext();
} catch (error) {
  find("count").textContent = `No host answered: ${messageOf(error)}`;
}

import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables } from "@toolshed/apps";
import { viewState } from "@toolshed/apps/state";
import { serveAppTools } from "./app-tools.ts";
import { Board, type Kept } from "./board.ts";
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

/** What the person was doing, when the host shows the same result again. */
async function keepState(): Promise<void> {
  const state = viewState<Kept>(app);
  const kept = await state.read();
  if (kept) board.restore(kept);
  // Without it the board works as well, so a failure is not shown.
  board.onchange = (changed) => {
    state.write(changed).catch(() => {});
  };
}

try {
  await app.connect();
  followContext();
  keepState().catch(() => {});
} catch (error) {
  find("count").textContent = `No host answered: ${messageOf(error)}`;
}

import type { ViewSdk } from "./view.ts";

/** A View as people write them: nothing outside can reach it but by messages. */
export async function startLoneView(sdk: ViewSdk): Promise<void> {
  const app = new sdk.App(
    { name: "lone", version: "1.0.0" },
    { tools: { listChanged: true } },
    { autoResize: true },
  );
  app.ontoolinput = async ({ arguments: args }) => {
    await app.sendLog({ level: "info", data: { input: args } });
  };
  app.ontoolresult = async (result) => {
    const answer = await app.callServerTool({ name: "double", arguments: { n: 21 } });
    await app.sendLog({
      level: "info",
      data: { result: result.structuredContent, answer: answer.structuredContent },
    });
  };
  app.onhostcontextchanged = async ({ theme }) => {
    await app.sendLog({ level: "info", data: { theme } });
  };
  app.onlisttools = async () => ({ tools: [{ name: "title", inputSchema: { type: "object" } }] });
  app.oncalltool = async () => ({ content: [{ type: "text", text: document.title }] });
  app.onteardown = async () => {
    document.body.textContent = "";
    return {};
  };
  await app.connect();
}

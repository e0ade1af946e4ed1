import { stat } from "node:fs/promises";
import type { Plugin, ToolView } from "@toolshed/sdk";

/** The Views of a plugin that have nothing to show yet, each in a sentence. Their files may come later, so nothing fails. */
export async function missingPages({ tools }: Plugin): Promise<string[]> {
  const problems = await Promise.all(
    tools.map(async ({ path, view }) => {
      const problem = view && (await problemOf(view));
      return problem ? [`The View of ${path} can't be shown: ${problem}`] : [];
    }),
  );
  return problems.flat();
}

async function problemOf({ file, html }: ToolView): Promise<string | undefined> {
  if (file === undefined) return html === "" ? "its html is empty." : undefined;
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  if (size === undefined) return `there is no file ${file}.`;
  return size === 0 ? `the file ${file} is empty.` : undefined;
}

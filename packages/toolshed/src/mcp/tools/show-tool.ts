import { frameUri } from "../../view/frame.ts";
import { type Views, viewRequestInput, viewRequestName } from "../../view/views.ts";
import type { ListedTool } from "../listed-tool.ts";
import { calledTool } from "./call-tool.ts";
import { alwaysLoaded, metaTool } from "./meta-tool.ts";

/** Calls a tool and shows it to the user, in hosts that show Views. */
export const showTool = ({ show }: Views): ListedTool =>
  metaTool({
    name: "show_tool",
    title: "Show a tool",
    description:
      "Call one tool by its path, like call_tool, and show the user its View: an interactive page for the result. Use it in place of call_tool where search_tools says that the tool has a view and the user would want to see or work with the result. While the View is open, its own tools, such as one that reads what the user has selected, are found by search_tools under `views.`",
    annotations: { destructiveHint: false, openWorldHint: true },
    meta: { ...alwaysLoaded, ui: { resourceUri: frameUri } },
    input: calledTool,
    run: ({ path, arguments: args, connection }, visit) => show({ ...visit, path, args, connection }),
  });

/** How the frame asks for a View that was shown, and passes on what the View asks of its server. */
export const viewRequest = ({ request }: Views): ListedTool =>
  metaTool({
    name: viewRequestName,
    title: "Requests of a View",
    description:
      "For the pages that show_tool shows, and of no use to a model: it takes a handle that only they are given.",
    annotations: { destructiveHint: false, openWorldHint: true },
    meta: { ui: { visibility: ["app"] } },
    input: viewRequestInput,
    async run(input, visit) {
      const answer = await request({ ...visit, ...input });
      const result = toText(answer);
      if ("result" in answer) return { kind: "ok", result };
      return { kind: "failed", message: answer.error.message, result: { isError: true, ...result } };
    },
  });

/** As text, which every host passes on whole. */
const toText = (answer: object) => ({ content: [{ type: "text", text: JSON.stringify(answer) }] });

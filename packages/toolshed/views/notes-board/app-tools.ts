import type { App, CallToolResult, Tool } from "@toolshed/apps";
import type { Board } from "./board.ts";

const noArguments: Tool["inputSchema"] = { type: "object" };
const readOnly = { readOnlyHint: true };

const getSelection: Tool = {
  name: "get-selection",
  description: "Get the title and the text of the note that the person has selected on the board.",
  inputSchema: noArguments,
  annotations: readOnly,
};

const getFormData: Tool = {
  name: "get-form-data",
  description:
    "Get what is in the form of the board as JSON, also if it is not saved: title, text, and the id unless the note is new. An empty object means that the form is closed.",
  inputSchema: noArguments,
  annotations: readOnly,
};

const setHighlight: Tool = {
  name: "set-highlight",
  description:
    'Highlight an element of the board. A note is [data-note="its id"]; the search box is #search.',
  inputSchema: {
    type: "object",
    properties: {
      selector: { type: "string", description: "A CSS selector" },
      color: { type: "string", description: "A CSS color, such as gold or #2563eb" },
    },
    required: ["selector", "color"],
  },
};

/** The tools that the board offers to the host's model. */
export function serveAppTools(app: App, board: Board): void {
  let hadSelection = false;
  board.onselection = () => {
    const hasSelection = board.selection !== undefined;
    if (hasSelection === hadSelection) return;
    hadSelection = hasSelection;
    app.sendToolListChanged().catch(() => {});
  };

  app.onlisttools = () => ({
    tools: board.selection ? [getSelection, getFormData, setHighlight] : [getFormData, setHighlight],
  });

  app.oncalltool = ({ name, arguments: args }) => {
    switch (name) {
      case getSelection.name: {
        const note = board.selection;
        return note ? toResult(`${note.title}\n\n${note.text}`.trim()) : toError("No note is selected.");
      }
      case getFormData.name:
        return toResult(JSON.stringify(board.formData));
      case setHighlight.name: {
        const problem = board.highlight(args?.selector, args?.color);
        return problem === undefined ? toResult("Highlighted successfully") : toError(problem);
      }
      default:
        throw new Error(`Unknown tool: ${name}`);
    }
  };
}

function toResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

function toError(text: string): CallToolResult {
  return { ...toResult(text), isError: true };
}

// The documented examples of a View's own tools, as they are written there.
import { App } from "@toolshed/apps";

declare const selectedText: string;
declare function getSelectedText(): string;
declare function collectFormData(): Record<string, string>;
declare function highlightElement(selector: string, color: string): void;
declare function formatText(args: Record<string, unknown> | undefined): string;
declare const files: Map<string, { contents: string }>;

const app = new App({ name: "MyApp", version: "1.0.0" }, { tools: { listChanged: true } });

export async function declareAndHandle() {
  app.oncalltool = async (params) => {
    if (params.name === "get-selection") {
      return { content: [{ type: "text", text: selectedText }] };
    }
    throw new Error(`Unknown tool: ${params.name}`);
  };

  await app.connect();
}

export function structuredResults() {
  app.oncalltool = async (params) => {
    switch (params.name) {
      case "get-selection":
        return {
          content: [{ type: "text", text: getSelectedText() }],
        };

      case "get-form-data":
        return {
          content: [{ type: "text", text: JSON.stringify(collectFormData()) }],
        };

      case "set-highlight": {
        const { selector, color } = params.arguments as {
          selector: string;
          color: string;
        };
        highlightElement(selector, color);
        return {
          content: [{ type: "text", text: "Highlighted successfully" }],
        };
      }

      default:
        throw new Error(`Unknown tool: ${params.name}`);
    }
  };
}

export function errorsWithoutThrowing() {
  app.oncalltool = async (params) => {
    if (params.name === "get-file") {
      const file = files.get(params.arguments?.id as string);
      if (!file) {
        return {
          isError: true,
          content: [{ type: "text", text: `File not found: ${params.arguments?.id}` }],
        };
      }
      return { content: [{ type: "text", text: file.contents }] };
    }
    throw new Error(`Unknown tool: ${params.name}`);
  };
}

export async function staticList() {
  app.onlisttools = async () => {
    return {
      tools: [
        { name: "get-selection", inputSchema: { type: "object" } },
        { name: "format-text", inputSchema: { type: "object" } },
      ],
    };
  };

  await app.connect();
}

export async function dynamicList() {
  let hasSelection = false;

  app.onlisttools = async () => {
    // The type of `type` widens to string here.
    const tools = [{ name: "format-text", inputSchema: { type: "object" } }];
    if (hasSelection) {
      tools.push({ name: "get-selection", inputSchema: { type: "object" } });
    }
    return { tools };
  };

  document.addEventListener("selectionchange", async () => {
    const newHasSelection = !!window.getSelection()?.toString();
    if (newHasSelection !== hasSelection) {
      hasSelection = newHasSelection;
      await app.sendToolListChanged();
    }
  });

  await app.connect();
}

export async function pair() {
  app.onlisttools = async () => {
    return {
      tools: [
        { name: "get-selection", inputSchema: { type: "object" } },
        { name: "format-text", inputSchema: { type: "object" } },
      ],
    };
  };

  app.oncalltool = async (params) => {
    switch (params.name) {
      case "get-selection":
        return { content: [{ type: "text", text: getSelectedText() }] };
      case "format-text":
        return { content: [{ type: "text", text: formatText(params.arguments) }] };
      default:
        throw new Error(`Unknown tool: ${params.name}`);
    }
  };

  await app.connect();
}

export function signatures(
  onCall: (params: { name: string; arguments?: Record<string, unknown> }) => Promise<{ content: [] }>,
) {
  app.oncalltool = onCall;
  app.onlisttools = async (params, extra) => {
    const cursor: string | undefined = params?.cursor;
    const signal: AbortSignal = extra.signal;
    return { tools: [`${cursor} ${signal.aborted}`] };
  };
}

export async function handle() {
  const tool = app.registerTool("get-selection", { description: "What is selected" }, async () => ({
    content: [{ type: "text", text: getSelectedText() }],
  }));
  tool.update({ name: "selection", description: "The selected text", annotations: { readOnlyHint: true } });
  tool.disable();
  tool.enable();
  tool.remove();
  await app.sendToolListChanged();
}

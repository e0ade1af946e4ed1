export interface Template {
  readonly name: string;
  readonly description: string;
  /** The commands to type after `npm install`. */
  readonly nextSteps: readonly string[];
}

const addPlugin = "npx toolshed add plugin ./src/plugin.ts";

/** Each has a folder of its name in `templates/`. */
export const templates: readonly Template[] = [
  { name: "plugin", description: "Tools for your gateway", nextSteps: ["npm test", addPlugin] },
  {
    name: "plugin-view",
    description: "Tools with a View, without a framework",
    nextSteps: ["npm test", addPlugin],
  },
  {
    name: "plugin-view-react",
    description: "Tools with a View in React",
    nextSteps: ["npm test", addPlugin],
  },
  {
    name: "host",
    description: "A page that shows Views of any MCP server",
    nextSteps: ["npm test", "MCP_URL=<your MCP URL> npm start"],
  },
];

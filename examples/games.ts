import { definePlugin, defineTool } from "@toolshed/sdk";
import { z } from "zod";

export default definePlugin({
  id: "games",
  name: "Games",
  description: "Games of chance",
  tools: {
    dice: {
      roll: defineTool({
        name: "Roll a die",
        description: "Roll a die.",
        inputSchema: z.object({ sides: z.int().min(2).default(6) }),
        readOnly: true,
        handler: (_ctx, { sides }) => ({ rolled: 1 + Math.floor(Math.random() * sides) }),
      }),
    },
  },
});

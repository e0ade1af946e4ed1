import { version } from "../../version.ts";

/** How the gateway tells servers who it is. */
export const ourselves = { name: "toolshed", title: "Toolshed", version } as const;

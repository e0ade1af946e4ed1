import type { RequestMethod } from "../protocol/handler-types.ts";
import { type Asked, callTool } from "../protocol/methods.ts";
import * as shapes from "../protocol/shapes.ts";

/**
 * What each method of `App` asks the host for. Of most rows of the table the one who asks needs the method and the
 * result alone, and a View should not carry the rest.
 */
export const asked = {
  initialize: { method: "ui/initialize", result: shapes.initializeResult },
  callServerTool: callTool,
  readServerResource: { method: "resources/read", result: shapes.resourceRead },
  listServerResources: { method: "resources/list", result: shapes.resourcesListed },
  createSamplingMessage: { method: "sampling/createMessage", result: shapes.sampled },
  sendMessage: { method: "ui/message", result: shapes.acknowledged },
  updateModelContext: { method: "ui/update-model-context", result: shapes.empty },
  openLink: { method: "ui/open-link", result: shapes.acknowledged },
  downloadFile: { method: "ui/download-file", result: shapes.acknowledged },
  requestDisplayMode: { method: "ui/request-display-mode", result: shapes.displayModeSet },
} as const satisfies { [name: string]: Asked<RequestMethod> };

/** Tells a server that Views can be shown, so that it offers them. */
export const uiExtension = {
  "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
};

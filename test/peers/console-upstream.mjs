// A server over stdio whose tools report progress, log, ask, and answer with every kind of content.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const mcp = new McpServer(
  { name: "console", version: "1" },
  { capabilities: { logging: {}, resources: {}, tools: {} } },
);
const text = (text) => ({ content: [{ type: "text", text }] });
const readOnly = { readOnlyHint: true };
let cancelled = 0;
let reports = 0;

/** One pixel, and a tenth of a second of silence. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const samples = Buffer.alloc(800, 128);
const header = Buffer.alloc(44);
header.write("RIFF", 0);
header.writeUInt32LE(36 + samples.length, 4);
header.write("WAVEfmt ", 8);
header.writeUInt32LE(16, 16);
header.writeUInt16LE(1, 20);
header.writeUInt16LE(1, 22);
header.writeUInt32LE(8000, 24);
header.writeUInt32LE(8000, 28);
header.writeUInt16LE(1, 32);
header.writeUInt16LE(8, 34);
header.write("data", 36);
header.writeUInt32LE(samples.length, 40);
const silence = Buffer.concat([header, samples]).toString("base64");

mcp.registerTool(
  "prepare_report",
  {
    title: "Prepare a report",
    description:
      "Prepares a **report** of `sales`.\n\n- asks for its name\n- <script>alert(1)</script> stays text\n\n[Manual](https://service.example/manual)",
    annotations: readOnly,
    inputSchema: {
      period: z.object({
        from: z.string().describe("The first day"),
        unit: z.enum(["day", "week"]).default("week"),
      }),
      regions: z
        .array(z.object({ name: z.string(), share: z.number().min(0).max(100).optional() }))
        .optional(),
    },
    outputSchema: { title: z.string(), rows: z.array(z.object({ region: z.string(), sales: z.number() })) },
  },
  async ({ period, regions = [] }, { sendNotification, _meta }) => {
    const report = (progress, message) =>
      sendNotification({
        method: "notifications/progress",
        params: { progressToken: _meta.progressToken, progress, total: 4, message },
      });
    await report(1, "Reading the numbers");
    await mcp.server.sendLoggingMessage({
      level: "warning",
      logger: "sales",
      data: "Two rows are incomplete",
    });
    const answer = await mcp.server.elicitInput({
      message: "What is the report called?",
      requestedSchema: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string", title: "Title" },
          size: { type: "string", enum: ["short", "long"], default: "short" },
        },
      },
    });
    if (answer.action !== "accept") return { ...text("No report was made."), isError: true };
    await report(3, "Writing");
    const rows = regions.map(({ name }, at) => ({ region: name, sales: 100 + at + reports }));
    reports += 1;
    const structuredContent = { title: `${answer.content.title} from ${period.from}`, rows };
    return { ...text(JSON.stringify(structuredContent)), structuredContent };
  },
);
mcp.registerTool("media", { description: "All kinds of content", annotations: readOnly }, async () => ({
  content: [
    { type: "image", mimeType: "image/png", data: pixel },
    { type: "audio", mimeType: "audio/wav", data: silence },
    {
      type: "resource_link",
      uri: "console://manual",
      name: "manual",
      title: "The manual",
      mimeType: "text/markdown",
    },
    { type: "resource", resource: { uri: "console://note", mimeType: "text/plain", text: "A note inside" } },
  ],
}));
mcp.registerResource("manual", "console://manual", { mimeType: "text/markdown" }, async ({ href }) => ({
  contents: [{ uri: href, mimeType: "text/markdown", text: "# Read me\n\nThe manual's **text**" }],
}));
mcp.registerTool("image_only", { description: "", annotations: readOnly }, async () => ({
  content: [{ type: "image", mimeType: "image/png", data: pixel }],
}));
mcp.registerTool(
  "wait",
  { description: "Ends when it is cancelled", annotations: readOnly },
  ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        cancelled += 1;
        resolve(text("cancelled"));
      });
    }),
);
mcp.registerTool("count_cancelled", { description: "", annotations: readOnly }, async () =>
  text(String(cancelled)),
);
mcp.registerTool("many", { description: "Many rows", annotations: readOnly }, async () =>
  text(
    JSON.stringify(
      Array.from({ length: 3_000 }, (_, at) => ({ row: at, name: `name of row ${at}`, even: at % 2 })),
    ),
  ),
);
mcp.registerTool("visit", { description: "Asks for a visit", annotations: readOnly }, async () => {
  const { action } = await mcp.server.elicitInput({
    mode: "url",
    message: "Allow access to your files",
    url: "https://service.example/allow?visit=7",
    elicitationId: "visit-7",
  });
  return text(`You said ${action}`);
});
mcp.registerTool("visit_first", { description: "", annotations: readOnly }, async () => {
  throw new UrlElicitationRequiredError([
    {
      mode: "url",
      message: "Sign in first",
      url: "https://service.example/sign-in",
      elicitationId: "visit-8",
    },
  ]);
});
mcp.registerTool("erase", { description: "Erases", annotations: { destructiveHint: true } }, async () =>
  text("erased"),
);
await mcp.connect(new StdioServerTransport());

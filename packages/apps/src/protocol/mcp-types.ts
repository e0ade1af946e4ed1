import type { RequestId } from "../rpc/message.ts";

/*
 * What MCP Apps use of MCP, as plain structures: objects of either major of the MCP SDK can be handed over and
 * results handed back. Hence `| undefined` on what is optional, as both majors have it, and type aliases, which
 * unlike interfaces fit index signatures.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON whose type the two SDK majors state differently
export type Json = any;
export type Meta = { [key: string]: unknown };
export type RequestMeta = { [key: string]: unknown; progressToken?: RequestId | undefined };
export type Result = { [key: string]: unknown; _meta?: Json };
export type EmptyResult = { _meta?: Json };

export type Icon = {
  src: string;
  mimeType?: string | undefined;
  sizes?: string[] | undefined;
  theme?: "light" | "dark" | undefined;
};

export type Implementation = {
  name: string;
  version: string;
  title?: string | undefined;
  description?: string | undefined;
  websiteUrl?: string | undefined;
  icons?: Icon[] | undefined;
};

export type Role = "user" | "assistant";

export type Annotations = {
  audience?: Role[] | undefined;
  priority?: number | undefined;
  lastModified?: string | undefined;
};

type Block<Type extends string, Content> = Content & {
  type: Type;
  annotations?: Annotations | undefined;
  _meta?: Meta | undefined;
};

export type TextContent = Block<"text", { text: string }>;
export type ImageContent = Block<"image", { data: string; mimeType: string }>;
export type AudioContent = Block<"audio", { data: string; mimeType: string }>;

export type Resource = {
  uri: string;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  size?: number | undefined;
  icons?: Icon[] | undefined;
  annotations?: Annotations | undefined;
  _meta?: Meta | undefined;
};

export type ResourceLink = Resource & { type: "resource_link" };

type ResourcePart<Content> = Content & {
  uri: string;
  mimeType?: string | undefined;
  _meta?: Meta | undefined;
};

export type TextResourceContents = ResourcePart<{ text: string }>;
export type BlobResourceContents = ResourcePart<{ blob: string }>;
export type EmbeddedResource = Block<"resource", { resource: TextResourceContents | BlobResourceContents }>;

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export type ToolAnnotations = {
  title?: string | undefined;
  readOnlyHint?: boolean | undefined;
  destructiveHint?: boolean | undefined;
  idempotentHint?: boolean | undefined;
  openWorldHint?: boolean | undefined;
};

type ToolSchema = {
  [key: string]: unknown;
  type: "object";
  properties?: Json;
  required?: string[] | undefined;
};

export type Tool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: ToolSchema;
  outputSchema?: Json;
  annotations?: ToolAnnotations | undefined;
  icons?: Icon[] | undefined;
  execution?: Json;
  _meta?: Meta | undefined;
};

export type CallToolParams = {
  name: string;
  arguments?: { [key: string]: unknown } | undefined;
  _meta?: RequestMeta | undefined;
};

export type CallToolResult = {
  [key: string]: unknown;
  content: ContentBlock[];
  structuredContent?: Json;
  isError?: boolean | undefined;
  _meta?: Json;
};

export type ListParams = { cursor?: string | undefined; _meta?: RequestMeta | undefined };
type ListResult = { [key: string]: unknown; nextCursor?: string | undefined; _meta?: Json };

export type ListToolsResult = ListResult & { tools: Tool[] };

export type ResourceTemplate = {
  uriTemplate: string;
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  mimeType?: string | undefined;
  icons?: Icon[] | undefined;
  annotations?: Annotations | undefined;
  _meta?: Meta | undefined;
};

export type Prompt = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  arguments?:
    | { name: string; description?: string | undefined; required?: boolean | undefined }[]
    | undefined;
  icons?: Icon[] | undefined;
  _meta?: Meta | undefined;
};

export type ListResourcesResult = ListResult & { resources: Resource[] };
export type ListResourceTemplatesResult = ListResult & { resourceTemplates: ResourceTemplate[] };
export type ListPromptsResult = ListResult & { prompts: Prompt[] };

export type ReadResourceParams = { uri: string; _meta?: RequestMeta | undefined };
export type ReadResourceResult = {
  [key: string]: unknown;
  contents: (TextResourceContents | BlobResourceContents)[];
  _meta?: Json;
};

export type LoggingLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

export type LoggingMessageParams = {
  level: LoggingLevel;
  data: Json;
  logger?: string | undefined;
  _meta?: Meta | undefined;
};

type SamplingContent = TextContent | ImageContent | AudioContent;
type ToolUseContent = { type: "tool_use"; name: string; id: string; input: Meta; _meta?: Meta | undefined };
type ToolResultContent = {
  type: "tool_result";
  toolUseId: string;
  content: ContentBlock[];
  structuredContent?: Json;
  isError?: boolean | undefined;
  _meta?: Meta | undefined;
};
type SamplingBlock = SamplingContent | ToolUseContent | ToolResultContent;

export type SamplingMessage = {
  role: Role;
  content: SamplingBlock | SamplingBlock[];
  _meta?: Meta | undefined;
};

export type CreateMessageParams = {
  messages: SamplingMessage[];
  maxTokens: number;
  modelPreferences?: Json;
  systemPrompt?: string | undefined;
  includeContext?: "none" | "thisServer" | "allServers" | undefined;
  temperature?: number | undefined;
  stopSequences?: string[] | undefined;
  metadata?: Json;
  tools?: Tool[] | undefined;
  toolChoice?: { mode?: "auto" | "required" | "none" | undefined } | undefined;
  _meta?: RequestMeta | undefined;
};

type Sampled<Content> = {
  [key: string]: unknown;
  model: string;
  role: Role;
  content: Content;
  stopReason?: string | undefined;
  _meta?: Json;
};
export type CreateMessageResult = Sampled<SamplingContent>;
export type CreateMessageResultWithTools = Sampled<SamplingBlock | SamplingBlock[]>;

import type { RequestId } from "../rpc/message.ts";

/*
 * What MCP Apps use of MCP, as plain structures: objects of either major of the MCP SDK can be handed over and
 * results handed back. Hence `| undefined` on what is optional, as both majors have it, and type aliases, which
 * unlike interfaces fit index signatures.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON whose type the two SDK majors state differently
export type Json = any;
/** Extra metadata in `_meta`: any keys, with any JSON values. */
export type Meta = { [key: string]: unknown };
/** The `_meta` of a request. */
export type RequestMeta = {
  [key: string]: unknown;
  /** Asks for progress notifications with this token. Set automatically by the `onprogress` option. */
  progressToken?: RequestId | undefined;
};
/** Any result of a request. */
export type Result = {
  [key: string]: unknown;
  /** Extra metadata of the result. */
  _meta?: Json;
};
/** A result without content: it only says that the request succeeded. */
export type EmptyResult = {
  /** Extra metadata of the result. */
  _meta?: Json;
};

/** An image that represents a tool, resource, app or host. */
export type Icon = {
  /** The URL of the image: `https:` or `data:`. */
  src: string;
  /** The media type, such as `"image/svg+xml"`. */
  mimeType?: string | undefined;
  /** The sizes it is made for: `["48x48"]` or `["any"]`. */
  sizes?: string[] | undefined;
  /** The theme it is designed for. Default: both. */
  theme?: "light" | "dark" | undefined;
};

/**
 * The name and version of an app or host.
 * @example { name: "Chart", version: "1.0.0" }
 */
export type Implementation = {
  /** The name for programs. */
  name: string;
  /** The version of the app or host. */
  version: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** One sentence about what it does. */
  description?: string | undefined;
  /** The URL of its website. */
  websiteUrl?: string | undefined;
  /** Icons to show beside the name. */
  icons?: Icon[] | undefined;
};

/** Who a message is from. */
export type Role = "user" | "assistant";

/** Hints for the client about how to use or display content. */
export type Annotations = {
  /** Who the content is for: `["user"]`, `["assistant"]` or both. */
  audience?: Role[] | undefined;
  /** How important the content is, from 0 (optional) to 1 (required). */
  priority?: number | undefined;
  /** When the content last changed, as an ISO 8601 date. */
  lastModified?: string | undefined;
};

type Block<Type extends string, Content> = Content & {
  /** The kind of content. */
  type: Type;
  /** Who the content is for, and how important it is. */
  annotations?: Annotations | undefined;
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
  _meta?: Meta | undefined;
};

/**
 * Text in a message or result.
 * @example { type: "text", text: "Hello" }
 */
export type TextContent = Block<
  "text",
  {
    /** The text. */
    text: string;
  }
>;
/** An image in a message or result. */
export type ImageContent = Block<
  "image",
  {
    /** The image, encoded as Base64. */
    data: string;
    /** The media type, such as `"image/png"`. */
    mimeType: string;
  }
>;
/** Audio in a message or result. */
export type AudioContent = Block<
  "audio",
  {
    /** The audio, encoded as Base64. */
    data: string;
    /** The media type, such as `"audio/wav"`. */
    mimeType: string;
  }
>;

/** A resource that a server lists. */
export type Resource = {
  /** The URI to read the resource with. */
  uri: string;
  /** The name for programs. */
  name: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** What the resource contains, for people and models. */
  description?: string | undefined;
  /** The media type, such as `"text/html"`. */
  mimeType?: string | undefined;
  /** The size of the content in bytes. */
  size?: number | undefined;
  /** Icons to show beside the name. */
  icons?: Icon[] | undefined;
  /** Who the content is for, and how important it is. */
  annotations?: Annotations | undefined;
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
  _meta?: Meta | undefined;
};

/** A link to a resource in a message or result. Read it with `readServerResource`. */
export type ResourceLink = Resource & {
  /** The kind of content. */
  type: "resource_link";
};

type ResourcePart<Content> = Content & {
  /** The URI of this part. */
  uri: string;
  /** The media type, such as `"text/html"`. */
  mimeType?: string | undefined;
  /** Extra metadata. For the HTML of a View, `_meta.ui` has its policy. */
  _meta?: Meta | undefined;
};

/** The content of a resource, as text. */
export type TextResourceContents = ResourcePart<{
  /** The content as text. */
  text: string;
}>;
/** The content of a resource, as binary data. */
export type BlobResourceContents = ResourcePart<{
  /** The content, encoded as Base64. */
  blob: string;
}>;
/** A resource with its content in a message or result. */
export type EmbeddedResource = Block<
  "resource",
  {
    /** The resource and its content. */
    resource: TextResourceContents | BlobResourceContents;
  }
>;

/** One block of content in a message or tool result. `type` says which kind it is. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** Hints about what a tool does. They are not guarantees. */
export type ToolAnnotations = {
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** Whether the tool changes nothing. Default: false. */
  readOnlyHint?: boolean | undefined;
  /** Whether the tool can delete or overwrite data. Default: true. */
  destructiveHint?: boolean | undefined;
  /** Whether calling it again with the same arguments has no further effect. Default: false. */
  idempotentHint?: boolean | undefined;
  /** Whether it reaches systems outside the server, such as the web. Default: true. */
  openWorldHint?: boolean | undefined;
};

type ToolSchema = {
  [key: string]: unknown;
  type: "object";
  properties?: Json;
  required?: string[] | undefined;
};

/** A tool as it is listed. */
export type Tool = {
  /** The name to call the tool by. */
  name: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** What the tool does, for the model. */
  description?: string | undefined;
  /** JSON Schema of the arguments. */
  inputSchema: ToolSchema;
  /** JSON Schema of `structuredContent` in results. */
  outputSchema?: Json;
  /** Hints about what the tool does. */
  annotations?: ToolAnnotations | undefined;
  /** Icons to show beside the name. */
  icons?: Icon[] | undefined;
  /** How the tool can be run, for servers with tasks. */
  execution?: Json;
  /** Extra metadata. `_meta.ui.resourceUri` is the tool's View. */
  _meta?: Meta | undefined;
};

/**
 * A tool call.
 * @example { name: "get-weather", arguments: { city: "Oslo" } }
 */
export type CallToolParams = {
  /** The tool to call. */
  name: string;
  /** The arguments, as the tool's `inputSchema` describes them. */
  arguments?: { [key: string]: unknown } | undefined;
  /** Metadata of the request, such as its progress token. */
  _meta?: RequestMeta | undefined;
};

/**
 * What a tool returns.
 * @example { content: [{ type: "text", text: "21 °C" }], structuredContent: { celsius: 21 } }
 */
export type CallToolResult = {
  [key: string]: unknown;
  /** The result for the model and for people. */
  content: ContentBlock[];
  /** The result as data, as the tool's `outputSchema` describes it. */
  structuredContent?: Json;
  /** Whether the tool failed. `content` then explains why. */
  isError?: boolean | undefined;
  /** Extra metadata, which hosts pass on to the View and not to the model. */
  _meta?: Json;
};

/** Which page of a list to read. */
export type ListParams = {
  /** The `nextCursor` of the previous page. Leave it out for the first page. */
  cursor?: string | undefined;
  /** Metadata of the request, such as its progress token. */
  _meta?: RequestMeta | undefined;
};

type ListResult = {
  [key: string]: unknown;
  /** Pass it as `cursor` to read the next page. Missing on the last page. */
  nextCursor?: string | undefined;
  /** Extra metadata of the result. */
  _meta?: Json;
};

/** A page of tools. */
export type ListToolsResult = ListResult & {
  /** The tools of this page. */
  tools: Tool[];
};

/** A URI template for resources that a server can read. */
export type ResourceTemplate = {
  /** The template (RFC 6570), such as `docs://{page}`. */
  uriTemplate: string;
  /** The name for programs. */
  name: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** What the resources contain, for people and models. */
  description?: string | undefined;
  /** The media type of all matching resources, if it is the same. */
  mimeType?: string | undefined;
  /** Icons to show beside the name. */
  icons?: Icon[] | undefined;
  /** Who the content is for, and how important it is. */
  annotations?: Annotations | undefined;
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
  _meta?: Meta | undefined;
};

/** A prompt that a server offers. */
export type Prompt = {
  /** The name for programs. */
  name: string;
  /** The name to show to people. Defaults to `name`. */
  title?: string | undefined;
  /** What the prompt is for. */
  description?: string | undefined;
  /** The arguments that fill in the prompt. */
  arguments?:
    | { name: string; description?: string | undefined; required?: boolean | undefined }[]
    | undefined;
  /** Icons to show beside the name. */
  icons?: Icon[] | undefined;
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
  _meta?: Meta | undefined;
};

/** A page of resources. */
export type ListResourcesResult = ListResult & {
  /** The resources of this page. */
  resources: Resource[];
};
/** A page of resource templates. */
export type ListResourceTemplatesResult = ListResult & {
  /** The templates of this page. */
  resourceTemplates: ResourceTemplate[];
};
/** A page of prompts. */
export type ListPromptsResult = ListResult & {
  /** The prompts of this page. */
  prompts: Prompt[];
};

/** Which resource to read. */
export type ReadResourceParams = {
  /** The URI of the resource. */
  uri: string;
  /** Metadata of the request, such as its progress token. */
  _meta?: RequestMeta | undefined;
};
/** The content of a resource, in one or more parts. */
export type ReadResourceResult = {
  [key: string]: unknown;
  /** The parts of the resource, each with `text` or `blob`. */
  contents: (TextResourceContents | BlobResourceContents)[];
  /** Extra metadata of the result. */
  _meta?: Json;
};

/** How serious a log message is, from `debug` to `emergency`. */
export type LoggingLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** A line for the log. */
export type LoggingMessageParams = {
  /** How serious the message is. */
  level: LoggingLevel;
  /** What to log: a string or any JSON. */
  data: Json;
  /** The part of the program that logs. */
  logger?: string | undefined;
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
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

/** A message to or from the host's model. */
export type SamplingMessage = {
  /** Who the message is from. */
  role: Role;
  /** The content: one block or several. */
  content: SamplingBlock | SamplingBlock[];
  /** Extra metadata. Prefix your own keys with a domain, such as `com.example/id`. */
  _meta?: Meta | undefined;
};

/** A request to the host's model. */
export type CreateMessageParams = {
  /** The conversation so far, oldest first. */
  messages: SamplingMessage[];
  /** The most tokens to generate. */
  maxTokens: number;
  /** Which model to prefer; the host decides. */
  modelPreferences?: Json;
  /** The system prompt to use; the host may change or ignore it. */
  systemPrompt?: string | undefined;
  /** Which servers' context to include. Default: `"none"`. */
  includeContext?: "none" | "thisServer" | "allServers" | undefined;
  /** How random the answer is: 0 is the least. */
  temperature?: number | undefined;
  /** Texts at which the model stops. */
  stopSequences?: string[] | undefined;
  /** Extra parameters for the model's provider. */
  metadata?: Json;
  /** Tools the model may call. The host needs the `sampling.tools` capability. */
  tools?: Tool[] | undefined;
  /** Whether the model may, must or must not call a tool. */
  toolChoice?: { mode?: "auto" | "required" | "none" | undefined } | undefined;
  /** Metadata of the request, such as its progress token. */
  _meta?: RequestMeta | undefined;
};

type Sampled<Content> = {
  [key: string]: unknown;
  /** The model that answered. */
  model: string;
  /** Who the message is from. */
  role: Role;
  /** What the model answered. */
  content: Content;
  /** Why the model stopped, such as `"endTurn"` or `"maxTokens"`. */
  stopReason?: string | undefined;
  /** Extra metadata of the result. */
  _meta?: Json;
};
/** The answer of the host's model. */
export type CreateMessageResult = Sampled<SamplingContent>;
/** The answer of the host's model to a request with tools: it may call them. */
export type CreateMessageResultWithTools = Sampled<SamplingBlock | SamplingBlock[]>;

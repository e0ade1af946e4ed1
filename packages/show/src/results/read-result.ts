import { isObject } from "../dom.ts";
import type { ToolResultLike } from "./forms.ts";

export interface Media {
  readonly type: string;
  /** Base64. */
  readonly data: string;
  readonly uri?: string | undefined;
}

export interface ResourceLink {
  readonly uri: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly size?: number | undefined;
}

export interface EmbeddedText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A result, sorted by what it consists of. */
export interface Reading {
  /** Its data: `structuredContent`, or a text that is JSON. */
  readonly value: unknown;
  /** Texts that don't repeat the data. */
  readonly texts: readonly string[];
  /** All texts as they are. */
  readonly allTexts: readonly string[];
  readonly media: readonly Media[];
  readonly links: readonly ResourceLink[];
  readonly embedded: readonly EmbeddedText[];
  /** Blocks of kinds that nobody here knows. */
  readonly others: readonly unknown[];
}

const longestJson = 5_000_000;
const mostBlocks = 1_000;

export function readResult({ content, structuredContent }: ToolResultLike): Reading {
  const blocks = (Array.isArray(content) ? content : []).slice(0, mostBlocks).map(Object);
  const allTexts: string[] = [];
  const media: Media[] = [];
  const links: ResourceLink[] = [];
  const embedded: EmbeddedText[] = [];
  const others: unknown[] = [];
  for (const block of blocks) {
    const resource = Object(block.resource);
    if (block.type === "text" && typeof block.text === "string") allTexts.push(block.text);
    else if ((block.type === "image" || block.type === "audio") && typeof block.data === "string")
      media.push({ type: String(block.mimeType ?? block.type), data: block.data });
    else if (block.type === "resource_link" && typeof block.uri === "string") links.push(toLink(block));
    else if (block.type === "resource" && typeof resource.text === "string")
      embedded.push({
        uri: String(resource.uri ?? ""),
        mimeType: String(resource.mimeType ?? "text/plain"),
        text: resource.text,
      });
    else if (
      block.type === "resource" &&
      typeof resource.blob === "string" &&
      textOfBlob(resource) !== undefined
    )
      embedded.push({
        uri: String(resource.uri ?? ""),
        mimeType: String(resource.mimeType),
        text: textOfBlob(resource) ?? "",
      });
    else if (block.type === "resource" && typeof resource.blob === "string")
      media.push({
        type: String(resource.mimeType ?? "application/octet-stream"),
        data: resource.blob,
        uri: String(resource.uri ?? ""),
      });
    else others.push(block);
  }
  // Some servers put their content into the data once more.
  const isCopied = isSame(Object(structuredContent).content, content);
  const data = readData(isCopied ? undefined : structuredContent, allTexts);
  return { ...data, allTexts, media, links, embedded, others };
}

function readData(structured: unknown, allTexts: readonly string[]): Pick<Reading, "value" | "texts"> {
  if (isData(structured)) {
    const inner = onlyValue(structured);
    const repeated = new Set([structured, inner].map((value) => JSON.stringify(value)));
    const texts = allTexts.filter(
      (text) => text !== inner && !repeated.has(JSON.stringify(parseData(text) ?? null)),
    );
    // A text in an envelope is a text.
    if (typeof inner === "string") {
      const parsed = parseData(inner);
      return parsed === undefined
        ? { value: structured, texts: [inner, ...texts] }
        : { value: parsed, texts };
    }
    return { value: structured, texts };
  }
  const parsed = allTexts.map(parseData);
  const data = parsed.filter((value) => value !== undefined);
  const texts = allTexts.filter((_, place) => parsed[place] === undefined);
  // Some servers send each item of a list as a text of its own.
  return { value: data.length > 1 ? data : data[0], texts };
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other);
const isData = (value: unknown): boolean => typeof value === "object" && value !== null;

function onlyValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const values = Object.values(value);
  return values.length === 1 ? values[0] : undefined;
}

/** A text that is JSON with branches. */
export function parseData(text: string): unknown {
  const start = text.trimStart()[0];
  if ((start !== "{" && start !== "[") || text.length > longestJson) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isData(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a resource that came as bytes, though it is text. */
function textOfBlob({ mimeType, blob }: Record<string, unknown>): string | undefined {
  if (!/^text\/|[/+](json|xml)$/.test(String(mimeType)) || String(blob).length > longestJson)
    return undefined;
  try {
    const bytes = Uint8Array.from(atob(String(blob)), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toLink(block: Record<string, unknown>): ResourceLink {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    uri: String(block.uri),
    title: text(block.title) ?? text(block.name) ?? String(block.uri),
    description: text(block.description),
    mimeType: text(block.mimeType),
    size: typeof block.size === "number" ? block.size : undefined,
  };
}

import type { CallToolResult, ContentBlock } from "@toolshed/apps/app-bridge";

const LONGEST_TEXT = 100_000;
const MOST_BLOCKS = 100;
const IMAGE_TYPE = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/;
const BASE64 = /^[a-z0-9+/]+=*$/i;

/** A tool's result as plain text, images and JSON. */
export function renderResult(shown: CallToolResult): HTMLElement {
  const { structuredContent } = shown;
  const content = contentBeside(shown);
  const result = document.createElement("div");
  result.className = "result";
  for (const block of content.slice(0, MOST_BLOCKS)) result.append(renderBlock(block));
  const more = content.length - MOST_BLOCKS;
  if (more > 0) result.append(renderText(`… and ${more} more`));
  if (structuredContent) result.append(renderJson(structuredContent));
  if (result.childElementCount === 0) result.append(renderText("The tool returned nothing."));
  return result;
}

/** The content without the text that only repeats `structuredContent`, for clients that don't read that. */
export function contentBeside({ content, structuredContent }: CallToolResult): ContentBlock[] {
  if (!structuredContent) return content;
  const repeated = JSON.stringify(structuredContent);
  return content.filter((block) => block.type !== "text" || toCompactJson(block.text) !== repeated);
}

function toCompactJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function renderBlock(block: ContentBlock): HTMLElement {
  if (block.type === "text") return renderText(block.text);
  if (block.type !== "image" || !IMAGE_TYPE.test(block.mimeType) || !BASE64.test(block.data)) {
    return renderJson(block);
  }
  const image = document.createElement("img");
  image.src = `data:${block.mimeType};base64,${block.data}`;
  image.alt = "Image in the result";
  return image;
}

function renderJson(value: unknown): HTMLElement {
  return renderText(JSON.stringify(value, null, 2));
}

function renderText(text: string): HTMLElement {
  const element = document.createElement("pre");
  const isLong = text.length > LONGEST_TEXT;
  element.textContent = isLong ? `${text.slice(0, LONGEST_TEXT)}\n… truncated` : text;
  // So that the keyboard can scroll it.
  element.tabIndex = 0;
  return element;
}

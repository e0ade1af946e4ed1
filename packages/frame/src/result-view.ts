import type { CallToolResult, ContentBlock } from "@toolshed/apps/app-bridge";

const LONGEST_TEXT = 100_000;
const MOST_BLOCKS = 100;
const IMAGE_TYPE = /^image\/[a-z+]+$/;
const BASE64 = /^[a-z0-9+/]+=*$/i;

/** A tool's result as text and images, for when the renderers can't be loaded. */
export function renderResult({ content, structuredContent }: CallToolResult): HTMLElement {
  const blocks: (ContentBlock | string)[] = content.slice(0, MOST_BLOCKS);
  const json = structuredContent && toJson(structuredContent);
  // Many servers repeat it in a text, for clients that don't read it.
  if (json && !content.some((block) => block.type === "text" && block.text === json)) blocks.push(json);
  if (blocks.length === 0) blocks.push("The tool returned nothing.");
  const result = document.createElement("div");
  result.className = "result";
  result.append(...blocks.map(renderBlock));
  return result;
}

function renderBlock(block: ContentBlock | string): HTMLElement {
  if (typeof block === "string") return renderText(block);
  if (block.type === "text") return renderText(block.text);
  if (block.type !== "image" || !IMAGE_TYPE.test(block.mimeType) || !BASE64.test(block.data)) {
    return renderText(toJson(block));
  }
  const image = document.createElement("img");
  image.src = `data:${block.mimeType};base64,${block.data}`;
  image.alt = "Image in the result";
  return image;
}

function renderText(text: string): HTMLElement {
  const element = document.createElement("pre");
  element.textContent = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}\n… truncated` : text;
  // So that the keyboard can scroll it.
  element.tabIndex = 0;
  return element;
}

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

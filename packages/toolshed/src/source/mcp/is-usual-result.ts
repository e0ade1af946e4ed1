import type { CallToolResult } from "@modelcontextprotocol/client";

type Fields = Readonly<Record<string, unknown>>;

/** Whether it is the result of a call by all rules of the protocol, as far as that shows at a glance. */
export function isUsualResult(value: unknown): value is CallToolResult {
  if (!isFields(value)) return false;
  const { content, structuredContent, isError, _meta } = value;
  return (
    Array.isArray(content) &&
    content.every(isPlainText) &&
    (isError === undefined || typeof isError === "boolean") &&
    [structuredContent, _meta].every((part) => part === undefined || isFields(part))
  );
}

const isPlainText = (block: unknown): boolean =>
  isFields(block) &&
  block.type === "text" &&
  typeof block.text === "string" &&
  block.annotations === undefined &&
  (block._meta === undefined || isFields(block._meta));

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

import { type CallToolResult, type StandardSchemaV1, specTypeSchemas } from "@modelcontextprotocol/client";

type Fields = Readonly<Record<string, unknown>>;

/** The result of a call: texts are judged at a glance, whatever else there is by the SDK, which takes far longer. */
export const usualResult: StandardSchemaV1<unknown, CallToolResult> = {
  "~standard": {
    version: 1,
    vendor: "toolshed",
    validate: (value) =>
      isUsual(value)
        ? { value: value as unknown as CallToolResult }
        : (specTypeSchemas.CallToolResult["~standard"].validate(value) as ReturnType<
            StandardSchemaV1<unknown, CallToolResult>["~standard"]["validate"]
          >),
  },
};

function isUsual(value: unknown): value is Fields {
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

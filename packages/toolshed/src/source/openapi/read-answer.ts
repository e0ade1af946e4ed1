import { isObject, type JsonObject } from "./json-object.ts";

const maxMessageLength = 300;
const jsonType = /^application\/json\b|\+json\b/i;
const textType = /^text\/|^application\/(xml|yaml|x-yaml|javascript|ndjson|x-ndjson|graphql)\b|\+xml\b|^$/i;

/** What a service answered: a value, a text, or a file in the form that tools take one. Throws what it says against the call. */
export async function readAnswer(response: Response, title: string): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "";
  if (!response.ok) throw new Error(await describeFailure(response, contentType, title));
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  if (jsonType.test(contentType)) return parseJson(bytes.toString(), title);
  if (textType.test(contentType)) return bytes.toString();
  return { data: bytes.toString("base64"), contentType };
}

function parseJson(text: string, title: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${apiOf(title)} error: the answer is not the JSON it says it is`);
  }
}

async function describeFailure(response: Response, contentType: string, title: string): Promise<string> {
  const status = [response.status, response.statusText].filter(Boolean).join(": ");
  const text = await response.text().catch(() => "");
  const message = jsonType.test(contentType)
    ? messageIn(safeParse(text))
    : textType.test(contentType) && !text.startsWith("<")
      ? text
      : "";
  const plain = message
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, maxMessageLength);
  return `${apiOf(title)} error ${status}${plain ? ` (${plain})` : ""}`;
}

/** `Petstore` → `Petstore API`, and `Figma API` as it is. */
const apiOf = (title: string): string => (/\bAPI$/i.test(title) ? title : `${title} API`);

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Services put it under different names. */
function messageIn(body: unknown): string {
  if (typeof body === "string") return body;
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isObject(body)) return "";
  const fields = ["message", "error_description", "detail", "error", "err", "title", "errors"];
  return fields.map((field) => messageIn((body as JsonObject)[field])).find(Boolean) ?? "";
}

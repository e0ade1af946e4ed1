import { STATUS_CODES } from "node:http";
import { isObject, type JsonObject } from "../../../json/json-object.ts";
import { parseRetryAfter } from "../../../net/retry-after.ts";

const maxMessageLength = 300;
const jsonType = /^application\/json\b|\+json\b/i;
const textType = /^text\/|^application\/(xml|yaml|x-yaml|javascript|ndjson|x-ndjson|graphql)\b|\+xml\b|^$/i;

/** What a service answered: a value, a text, or a file in the form that tools take one. Throws what it says against the call. */
export async function readAnswer(response: Response, title: string): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "";
  if (!response.ok) throw new Error(await describeFailure(response, contentType, title));
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  if (jsonType.test(contentType)) {
    const value = parseJson(bytes.toString());
    if (value !== undefined) return value;
    throw new Error(`${apiOf(title)} error: the answer is not the JSON it says it is`);
  }
  if (textType.test(contentType)) return bytes.toString();
  return { data: bytes.toString("base64"), contentType };
}

async function describeFailure(response: Response, contentType: string, title: string): Promise<string> {
  // Services may leave the words out, or put anything there.
  const words = STATUS_CODES[response.status] ?? toPlain(response.statusText);
  const status = [response.status, words].filter(Boolean).join(": ");
  const text = await response.text().catch(() => "");
  const message = jsonType.test(contentType)
    ? messageIn(parseJson(text))
    : textType.test(contentType) && !text.startsWith("<")
      ? text
      : "";
  const plain = toPlain(message);
  const waitMs = parseRetryAfter(response.headers.get("retry-after"));
  const later = waitMs === undefined ? "" : `; try again in ${Math.ceil(waitMs / 1000)} s`;
  return `${apiOf(title)} error ${status}${plain ? ` (${plain})` : ""}${later}`;
}

const toPlain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, maxMessageLength);

/** `Petstore` → `Petstore API`, and `Figma API` as it is. */
const apiOf = (title: string): string => (/\bAPI$/i.test(title) ? title : `${title} API`);

function parseJson(text: string): unknown {
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

import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import type { CallAnswer } from "./plain-calls.ts";

/** A request to an MCP URL. */
export interface McpRequest {
  readonly request: Request;
  /** Its body, read once for everybody. Absent if it is no JSON or too long: then the request still has it. */
  readonly message?: unknown;
  /** The call that it asks for, where that has been made already. */
  readonly ended?: Promise<CallAnswer> | undefined;
}

const maxBytes = 4 * 1024 * 1024;

export async function readMessage(request: Request): Promise<McpRequest> {
  if (request.method !== "POST" || !isJsonContentType(request.headers.get("content-type")))
    return { request };
  const length = request.headers.get("content-length");
  if (length === null) return readUnmeasured(request);
  if (Number(length) > maxBytes) return { request };

  const text = await request.text();
  try {
    return { request, message: JSON.parse(text) };
  } catch {
    const { url, method, headers, signal } = request;
    return { request: new Request(url, { method, headers, body: text, signal }) };
  }
}

async function readUnmeasured(request: Request): Promise<McpRequest> {
  try {
    const { text } = (await readRequestBody(request.clone(), maxBytes)) as { text?: string };
    return text === undefined ? { request } : { request, message: JSON.parse(text) };
  } catch {
    return { request };
  }
}

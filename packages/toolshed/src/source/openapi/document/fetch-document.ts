import { UserError } from "../../../user-error.ts";
import type { Fetch } from "../operation-tool.ts";

const timeoutMs = 60_000;

export async function fetchDocument(url: string | undefined, fetch: Fetch): Promise<string> {
  if (url === undefined || !URL.canParse(url))
    throw new UserError("Give the document as a file or as a full URL.");
  const accept = "application/json, application/yaml, text/yaml, */*;q=0.8";
  const response = await fetch(url, { headers: { accept }, signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: Error) => {
      throw new UserError(`The document cannot be fetched: ${error.message}`);
    },
  );
  if (!response.ok) {
    throw new UserError(
      `The document cannot be fetched: ${new URL(url).host} answers with ${response.status}.`,
    );
  }
  return response.text();
}

import {
  type ClientDiscovery,
  type OAuthClient,
  type OAuthOptions,
  oauthClientMetadataSchema,
} from "@better-auth/oauth-provider";
import {
  isForbiddenCimdClientMetadataField,
  registerClientMetadataDocument,
} from "@better-auth/oauth-provider/internal";
import type { Log } from "../../log/log.ts";
import type { DocumentProblem, DocumentSupport } from "./document-support.ts";
import type { FetchClientDocument } from "./fetch-client-document.ts";

const freshMs = 60 * 60 * 1000;
const maxUrlLength = 1_000;
const off: DocumentProblem = { cause: "off", reason: "TOOLSHED_CLIENT_DOCUMENTS is off" };
const authMethods = ["none", "private_key_jwt", undefined];

/** Lets a client be its own registration: its id is the URL of a document that says what it is. */
export function clientDocuments(
  options: () => OAuthOptions<string[]>,
  fetchDocument: FetchClientDocument,
  support: DocumentSupport,
  log: Log,
): ClientDiscovery {
  async function failed(clientId: string, problem: DocumentProblem): Promise<null> {
    log.warn(`the client document ${clientId} is not used: ${problem.reason}`);
    await support.failed(clientId, problem);
    return null;
  }

  return {
    id: "client-document",
    matches: isDocumentUrl,
    async fetchClientMetadataResource(url) {
      const fetched = await fetchDocument(String(url));
      return "document" in fetched ? Response.json(fetched.document) : new Response(null, { status: 502 });
    },
    discoveryMetadata: { client_id_metadata_document_supported: true },

    async resolve(context, clientId, existing) {
      if (existing?.updatedAt && Date.now() - new Date(existing.updatedAt).getTime() < freshMs)
        return existing;
      if (!support.isOn) return existing ?? failed(clientId, off);
      const fetched = await fetchDocument(clientId);
      if ("problem" in fetched) {
        await failed(clientId, fetched);
        // Who is known already need not suffer because the place of the document is down.
        return fetched.problem === "unreachable" ? existing : null;
      }
      support.succeeded(clientId);
      const metadata = readDocument(fetched.document, clientId);
      if (typeof metadata === "string") return failed(clientId, { cause: "content", reason: metadata });
      const { client } = await registerClientMetadataDocument(context, options(), {
        metadata,
        clientId,
        clientDiscoveryId: "client-document",
        ...(existing && { existingClient: existing }),
      });
      return client;
    },
  };
}

/** An https URL with a path, as the client writes it: one way of writing for each. */
function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > maxUrlLength || !clientId.startsWith("https://") || !URL.canParse(clientId))
    return false;
  const { href, username, password, pathname } = new URL(clientId);
  return href === clientId && !username && !password && !clientId.includes("#") && pathname !== "/";
}

/** What the document says of the client, or what is wrong with it. */
function readDocument(document: unknown, clientId: string): OAuthClient | string {
  const parsed = oauthClientMetadataSchema.safeParse(document);
  if (!parsed.success) return "it does not describe a client";
  const metadata = parsed.data;
  if (metadata.client_id !== clientId) return "its client_id is not its URL";
  if (!metadata.client_name) return "it has no client_name";
  if (!authMethods.includes(metadata.token_endpoint_auth_method))
    return "its token_endpoint_auth_method needs a shared secret";
  const forbidden = Object.keys(metadata).find(isForbiddenCimdClientMetadataField);
  if (forbidden) return `it may not have ${forbidden}`;
  return metadata as OAuthClient;
}

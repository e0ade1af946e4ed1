import { isObject, type JsonObject, toObject, toText } from "../../../json/json-object.ts";
import type { ApiDocument } from "../document/read-document.ts";

/** How a credential is sent. */
export type Sending =
  | { readonly how: "header" | "query" | "cookie"; readonly name: string }
  | { readonly how: "basic" }
  | { readonly how: "bearer" };

export interface SecurityScheme {
  readonly name: string;
  readonly description: string;
  readonly sending: Sending;
  /** Where a person can grant access, if the scheme is OAuth with a page for it. */
  readonly grant?: {
    readonly authorizationUrl: string;
    readonly tokenUrl: string;
    readonly scopes: Readonly<Record<string, string>>;
  };
}

/** The schemes of a document that can be used. Client certificates, digests and the like cannot. */
export function readSecuritySchemes(document: ApiDocument): Map<string, SecurityScheme> {
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, reference] of Object.entries(describedSchemes(document))) {
    const scheme = document.references.follow(reference);
    const sending = sendingOf(scheme);
    if (!sending) continue;
    const grant = scheme.type === "oauth2" ? grantOf(scheme) : undefined;
    schemes.set(name, { name, description: toText(scheme.description), sending, ...(grant && { grant }) });
  }
  return schemes;
}

/** All that the document describes, as it does. */
export const describedSchemes = ({ root, edition }: ApiDocument): JsonObject =>
  toObject(edition === "2.0" ? root.securityDefinitions : toObject(root.components).securitySchemes);

function sendingOf({ type, in: place, name, scheme }: JsonObject): Sending | undefined {
  switch (type) {
    case "apiKey":
      return (place === "header" || place === "query" || place === "cookie") && typeof name === "string"
        ? { how: place, name }
        : undefined;
    case "http":
      return bySchemeName[toText(scheme).toLowerCase()];
    case "basic":
      return { how: "basic" };
    case "oauth2":
    case "openIdConnect":
      return { how: "bearer" };
    default:
      return undefined;
  }
}

const bySchemeName: Record<string, Sending> = { basic: { how: "basic" }, bearer: { how: "bearer" } };

function grantOf(scheme: JsonObject): SecurityScheme["grant"] {
  const flow = isObject(scheme.flows)
    ? toObject(scheme.flows.authorizationCode)
    : scheme.flow === "accessCode"
      ? scheme
      : {};
  const { authorizationUrl, tokenUrl, scopes } = flow;
  if (!isWebAddress(authorizationUrl) || !isWebAddress(tokenUrl)) return undefined;
  const described = Object.entries(toObject(scopes)).map(([scope, text]) => [scope, toText(text)]);
  return { authorizationUrl, tokenUrl, scopes: Object.fromEntries(described) };
}

const isWebAddress = (text: unknown): text is string =>
  typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text);

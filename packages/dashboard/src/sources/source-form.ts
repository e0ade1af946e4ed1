import type { SourceCandidate, SourceSettings } from "toolshed/api";

/** A variable or a header. Its stored value is not known here. */
export interface SecretPair {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** Whether a value is stored, which an empty one keeps. */
  readonly stored: boolean;
  /** Whether the name is given. */
  readonly fixed: boolean;
}

export const serverAuthKinds = [
  { value: "detected", label: "Detected automatically" },
  { value: "none", label: "None" },
  { value: "key", label: "A key in a header" },
  { value: "oauth", label: "OAuth" },
] as const;

export const documentAuthKinds = [
  { value: "detected", label: "As the document says" },
  { value: "bearer", label: "A bearer token" },
  { value: "basic", label: "A user name and password" },
  { value: "header", label: "A key in a header" },
  { value: "query", label: "A key in the query" },
  { value: "cookie", label: "A key in a cookie" },
  { value: "none", label: "None" },
] as const;

type AuthKind = (typeof serverAuthKinds | typeof documentAuthKinds)[number]["value"];

/** What a person can set about a source, as it was typed. */
export interface SourceForm {
  readonly kind: "program" | "server" | "document" | "address";
  /** Settings without a field, which stay as they are. */
  readonly rest: Readonly<Record<string, unknown>>;
  readonly command: string;
  /** One per line, so that none needs quotes. */
  readonly args: string;
  readonly folder: string;
  readonly url: string;
  /** The document itself, in place of its address. */
  readonly text: string | undefined;
  readonly allowPrivate: boolean;
  readonly env: readonly SecretPair[];
  readonly headers: readonly SecretPair[];
  readonly auth: AuthKind;
  /** Of the header, query parameter or cookie with the key, or the client id of OAuth. */
  readonly authName: string;
  /** Goes with the client id. Empty keeps the stored one. */
  readonly clientSecret: string;
  /** Whether one connection serves the whole team. */
  readonly team: boolean;
  /** Where an API is asked, if not where its document says. */
  readonly baseUrl: string;
}

type Config = Readonly<Record<string, unknown>>;

let count = 0;
export function newPair(name = "", value = "", stored = false): SecretPair {
  count += 1;
  return { key: `pair-${count}`, name, value, stored, fixed: name !== "" };
}

/** Whether the chosen way to authenticate needs a name. */
export const authNameLabel = ({ kind, auth }: SourceForm): string | undefined => {
  if (auth === "oauth") return "Client ID";
  if (auth === "key") return "Header";
  return kind === "document" && ["header", "query", "cookie"].includes(auth) ? "Name" : undefined;
};

export function toForm(
  kind: string,
  config: Config,
  secrets: { env: readonly SecretPair[]; headers: readonly SecretPair[] },
): SourceForm {
  const { command, args, cwd, url, text, allowPrivate, auth, owner, baseUrl, ...rest } = config;
  const given = (typeof auth === "object" && auth !== null ? auth : {}) as Record<string, unknown>;
  const asText = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    kind:
      kind === "openapi"
        ? "document"
        : kind === "address"
          ? "address"
          : command === undefined
            ? "server"
            : "program",
    rest: { ...rest, ...(Array.isArray(allowPrivate) && { allowPrivate }) },
    command: asText(command),
    args: Array.isArray(args) ? args.join("\n") : "",
    folder: asText(cwd),
    url: asText(url),
    text: typeof text === "string" ? text : undefined,
    allowPrivate: allowPrivate === true || (Array.isArray(allowPrivate) && allowPrivate.length > 0),
    ...secrets,
    auth: (asText(given.type ?? given.how) || "detected") as AuthKind,
    authName: asText(given.header ?? given.name ?? given.clientId),
    clientSecret: "",
    team: owner === "team",
    baseUrl: asText(baseUrl),
  };
}

export const candidateForm = ({ kind, config, secrets, missing }: SourceCandidate): SourceForm => {
  const pairs = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => newPair(name, missing.includes(name) ? "" : value));
  return toForm(kind, config, { env: pairs(secrets.env), headers: pairs(secrets.headers) });
};

export const settingsForm = ({ kind, config, secretNames }: SourceSettings): SourceForm => {
  const pairs = (names: readonly string[]) => names.map((name) => newPair(name, "", true));
  return toForm(kind, config, { env: pairs(secretNames.env), headers: pairs(secretNames.headers) });
};

/** What the form is sent as. */
export function toSource(form: SourceForm): { kind: string; config: Config; secrets?: unknown } {
  const { rest } = form;
  const secrets = { env: toSecrets(form.env), headers: toSecrets(form.headers) };
  switch (form.kind) {
    case "program":
      return {
        kind: "mcp",
        config: {
          ...rest,
          transport: "stdio",
          command: form.command.trim(),
          args: form.args === "" ? [] : form.args.split("\n"),
          ...(form.folder.trim() && { cwd: form.folder.trim() }),
        },
        secrets,
      };
    case "server":
      return {
        kind: "mcp",
        config: {
          transport: "http",
          ...rest,
          url: form.url.trim(),
          allowPrivate: form.allowPrivate,
          owner: form.team ? "team" : "person",
          ...serverAuth(form),
        },
        secrets: { ...secrets, ...(form.clientSecret.trim() && { clientSecret: form.clientSecret.trim() }) },
      };
    case "address":
      return { kind: "address", config: { url: form.url.trim(), allowPrivate: form.allowPrivate }, secrets };
    case "document":
      return {
        kind: "openapi",
        config: {
          ...rest,
          ...(form.text !== undefined ? { text: form.text } : form.url.trim() && { url: form.url.trim() }),
          ...(form.baseUrl.trim() && { baseUrl: form.baseUrl.trim() }),
          allowPrivate: form.allowPrivate ? privateHosts(form) : [],
          ...documentAuth(form),
        },
      };
  }
}

/** Those that were allowed before, and the one of the document. */
function privateHosts({ rest, url }: SourceForm): unknown[] {
  const before = Array.isArray(rest.allowPrivate) ? rest.allowPrivate : [];
  const host = URL.canParse(url) ? [new URL(url).hostname.replace(/^\[|\]$/g, "")] : [];
  return [...new Set([...before, ...host])];
}

function serverAuth({ auth, authName }: SourceForm): { auth?: unknown } {
  const name = authName.trim();
  if (auth === "none") return { auth: { type: "none" } };
  if (auth === "oauth") return { auth: { type: "oauth", ...(name && { clientId: name }) } };
  if (auth !== "key") return {};
  const header = name || "Authorization";
  // The token of Authorization has a prefix; other headers hold nothing but the key.
  return { auth: { type: "key", header, prefix: /^authorization$/i.test(header) ? "Bearer " : "" } };
}

function documentAuth(form: SourceForm): { auth?: unknown } {
  if (form.auth === "detected") return {};
  return { auth: { how: form.auth, ...(authNameLabel(form) && { name: form.authName.trim() }) } };
}

/** `null` keeps the stored value. */
const toSecrets = (pairs: readonly SecretPair[]): Record<string, string | null> =>
  Object.fromEntries(
    pairs
      .filter(({ name }) => name.trim() !== "")
      .map(({ name, value, stored }) => [name.trim(), stored && value === "" ? null : value]),
  );

import type { BodyOf } from "toolshed/api";

export const sourceKinds = [
  { value: "address", label: "MCP address" },
  { value: "program", label: "MCP program" },
  { value: "document", label: "API document" },
] as const;
export type Kind = (typeof sourceKinds)[number]["value"];

export const authKinds = [
  { value: "declared", label: "As the document says" },
  { value: "bearer", label: "A bearer token" },
  { value: "basic", label: "A user name and password" },
  { value: "header", label: "A key in a header" },
  { value: "query", label: "A key in the query" },
  { value: "cookie", label: "A key in a cookie" },
  { value: "none", label: "None" },
] as const;
type AuthKind = (typeof authKinds)[number]["value"];

export const needsAuthName = (auth: AuthKind): boolean => ["header", "query", "cookie"].includes(auth);

/** What the form has, as it was typed. */
export interface NewSourceForm {
  readonly id: string;
  readonly kind: Kind;
  readonly url: string;
  readonly command: string;
  /** One per line, so that none needs quotes. */
  readonly args: string;
  /** `NAME=value`, one per line. */
  readonly environment: string;
  /** The document itself, in place of its address. */
  readonly text: string | undefined;
  readonly allowPrivate: boolean;
  /** Where an API is asked, if not where its document says. */
  readonly baseUrl: string;
  /** How to authenticate with an API, and under which name where that needs one. */
  readonly auth: AuthKind;
  readonly authName: string;
}

export const emptyForm: NewSourceForm = {
  id: "",
  kind: "address",
  url: "",
  command: "",
  args: "",
  environment: "",
  text: undefined,
  allowPrivate: false,
  baseUrl: "",
  auth: "declared",
  authName: "",
};

export function newSource(form: NewSourceForm): BodyOf<"POST /sources"> {
  const id = form.id.trim();
  const url = form.url.trim();
  switch (form.kind) {
    case "address":
      return { id, kind: "mcp", config: { transport: "http", url, allowPrivate: form.allowPrivate } };
    case "program":
      return {
        id,
        kind: "mcp",
        config: { transport: "stdio", command: form.command.trim(), args: lines(form.args) },
        secrets: { env: Object.fromEntries(lines(form.environment).map(pair)) },
      };
    case "document":
      return {
        id,
        kind: "openapi",
        config: {
          ...(form.text === undefined ? { url } : { text: form.text }),
          ...(form.baseUrl.trim() && { baseUrl: form.baseUrl.trim() }),
          ...authOf(form),
        },
      };
  }
}

function authOf({ auth, authName }: NewSourceForm): { auth?: { how: string; name?: string } } {
  if (auth === "declared") return {};
  return { auth: { how: auth, ...(needsAuthName(auth) && { name: authName.trim() }) } };
}

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function pair(line: string): [string, string] {
  const end = line.indexOf("=");
  return end === -1 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
}

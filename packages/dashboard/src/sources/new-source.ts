import type { NewSourceBody } from "toolshed/api";

export const sourceKinds = [
  { value: "address", label: "MCP address" },
  { value: "program", label: "MCP program" },
  { value: "document", label: "API document" },
] as const;
export type Kind = (typeof sourceKinds)[number]["value"];

/** What the form has, as it was typed. */
export interface NewSourceForm {
  readonly id: string;
  readonly kind: Kind;
  readonly url: string;
  readonly command: string;
  /** One a line, so that none has to be quoted. */
  readonly args: string;
  /** `NAME=value`, one a line. */
  readonly environment: string;
  /** The document itself, in place of its address. */
  readonly text: string | undefined;
  readonly allowPrivate: boolean;
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
};

export function newSource(form: NewSourceForm): NewSourceBody {
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
      return { id, kind: "openapi", config: form.text === undefined ? { url } : { text: form.text } };
  }
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

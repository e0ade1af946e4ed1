import type { BodyOf, LocalServerEntry, SourceCandidate, SourcePreview } from "toolshed/api";
import { candidateForm, type SourceForm, toForm, toSource } from "../source-form.ts";

/** A source that may be added, with what was typed about it. */
export interface Draft {
  readonly key: string;
  readonly chosen: boolean;
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly target: string;
  readonly form: SourceForm;
  /** Why it cannot be added, by this person or by anyone. */
  readonly problem: string | undefined;
  /** Where the gateway finds it. Its secrets stay there. */
  readonly from?: { readonly file: string; readonly name: string };
  readonly note?: string;
}

const labels: Record<SourceForm["kind"], string> = {
  program: "MCP server, a program",
  server: "MCP server",
  address: "Address",
  document: "OpenAPI document",
};

export function candidateDraft(candidate: SourceCandidate, index: number): Draft {
  const form = candidateForm(candidate);
  const problem = candidate.refused ?? candidate.problem;
  return {
    key: `candidate-${index}`,
    chosen: problem === undefined,
    ...{ id: candidate.id, name: candidate.name, target: candidate.target, form, problem },
    label: labels[form.kind],
  };
}

export function localDraft(server: LocalServerEntry, index: number): Draft {
  const { id, name, target, file, client, problem, secretNames, runsProgram } = server;
  const form = toForm("mcp", runsProgram ? { command: "" } : {}, { env: [], headers: [] });
  const secrets = secretNames.length > 0 ? `, with ${secretNames.join(", ")}` : "";
  return {
    key: `local-${index}`,
    chosen: false,
    ...{ id, name, target, form, problem },
    label: labels[form.kind],
    from: { file, name },
    note: `From ${client}${secrets}`,
  };
}

export function toRequest({
  key,
  id,
  form,
  from,
}: Draft): BodyOf<"POST /sources/preview">["sources"][number] {
  if (from) return { key, id: id.trim(), kind: "mcp", config: {}, from };
  return { key, id: id.trim(), ...toSource(form) };
}

/** What is sent where the gateway no longer has what was previewed. */
export function toBody(draft: Draft, preview: SourcePreview): BodyOf<"POST /sources"> {
  const { key: _, ...body } = toRequest({ ...draft, form: resolvedForm(draft.form, preview.kind) });
  return { ...body, preview: preview.ticket };
}

/** What an address turned out to be. */
export const resolvedForm = (form: SourceForm, kind: string): SourceForm =>
  form.kind === "address" ? { ...form, kind: kind === "openapi" ? "document" : "server" } : form;

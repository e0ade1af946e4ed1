import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge/badge.tsx";
import { Field } from "../../ui/form/field.tsx";
import { inputClass } from "../../ui/form/input-class.ts";
import { OptionFields } from "../source-fields.tsx";
import type { Draft } from "./draft.ts";

/** What was recognised, and what can be set about it. */
export function DraftFields({
  draft,
  set,
  canChoose,
  isFailed,
  children,
}: {
  draft: Draft;
  set(change: Partial<Draft>): void;
  /** Whether it is one of several. */
  canChoose: boolean;
  /** Its options may have to change. */
  isFailed: boolean;
  children?: ReactNode;
}) {
  const { key, chosen, id, name, label, target, form, problem, from, note } = draft;
  const hasSecrets = form.env.length + form.headers.length > 0;
  const titleId = `${key}-title`;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
      <div className="flex items-start gap-2.5">
        {canChoose && (
          <input
            type="checkbox"
            aria-labelledby={titleId}
            checked={chosen}
            disabled={problem !== undefined}
            onChange={(event) => set({ chosen: event.target.checked })}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
        )}
        <div className="flex min-w-0 grow flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h3 id={titleId} className="font-medium break-all">
              {name}
            </h3>
            <Badge>{label}</Badge>
          </div>
          <code className="text-[0.8125rem] break-all text-quiet">{target}</code>
          {note && <p className="text-sm break-words text-quiet">{note}</p>}
        </div>
      </div>
      {problem !== undefined && (
        <p className="flex items-start gap-2 text-sm text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      )}
      {chosen && problem === undefined && (
        <>
          <Field label="Id" hint={`The first part of its tools' paths, such as ${id || "files"}.search.`}>
            {(control) => (
              <input
                {...control}
                value={id}
                onChange={(event) => set({ id: event.target.value })}
                pattern="[a-z][a-z0-9_]*"
                title="Lower-case letters, digits and underscores"
                required
                autoComplete="off"
                spellCheck={false}
                className={`${inputClass} font-mono`}
              />
            )}
          </Field>
          {!from && (
            <details open={hasSecrets || isFailed}>
              <summary className="text-sm font-medium">Options</summary>
              <div className="mt-3 flex flex-col gap-4">
                <OptionFields form={form} set={(change) => set({ form: { ...form, ...change } })} />
              </div>
            </details>
          )}
        </>
      )}
      {children}
    </li>
  );
}

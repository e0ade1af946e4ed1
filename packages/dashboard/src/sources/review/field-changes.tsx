import type { ReactNode } from "react";
import type { ToolReview } from "toolshed/api";
import { Badge, type Tone } from "../../ui/badge/badge.tsx";
import { DiffText } from "./diff-text.tsx";
import { FlaggedText } from "./flagged-text.tsx";

type FieldChange = ToolReview["diff"]["fields"][number];
type SchemaField = NonNullable<FieldChange["after"]>;

const kinds: Record<FieldChange["kind"], { text: string; tone: Tone }> = {
  added: { text: "Added", tone: "good" },
  removed: { text: "Removed", tone: "bad" },
  changed: { text: "Changed", tone: "warn" },
};

const inWords = ({ type, required, rules }: SchemaField): string =>
  [type, required ? "required" : "optional", ...rules].join(", ");

/** The fields of a schema that are other than before. */
export function FieldChanges({
  title,
  changes,
  flagged,
}: {
  title: string;
  changes: readonly FieldChange[];
  flagged: readonly string[];
}) {
  if (changes.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-sm font-medium">{title}</h4>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {changes.map(({ name, kind, before, after, description }) => (
          <li key={name} className="flex flex-col gap-1 px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <code className="text-[0.8125rem] break-all">{name}</code>
              <Badge tone={kinds[kind].tone}>{kinds[kind].text}</Badge>
            </div>
            <Shape before={before} after={after} />
            {description ? (
              <DiffText parts={description} flagged={flagged} />
            ) : (
              kind !== "changed" &&
              (after ?? before)?.description && (
                <DiffText
                  parts={[{ kind: "same", text: (after ?? before)?.description ?? "" }]}
                  flagged={flagged}
                />
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Shape({ before, after }: Pick<FieldChange, "before" | "after">) {
  const old = before && inWords(before);
  const now = after && inWords(after);
  if (old === now) return null;
  return <Values before={old} after={now} />;
}

/** Values that are other than before, each with its name. */
export function ValueChanges({
  title,
  changes,
  isCompared,
  flagged,
}: {
  title: string;
  changes: ToolReview["diff"]["values"];
  /** Whether a value that is absent was not set. */
  isCompared: boolean;
  flagged: readonly string[];
}) {
  if (changes.length === 0) return null;
  const absent = isCompared ? "not set" : undefined;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="text-sm font-medium">{title}</h4>
      <ul className="flex flex-col gap-1">
        {changes.map(({ name, before, after }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-2">
            <code className="text-[0.8125rem] break-all">{name}</code>
            <Values
              before={before ?? absent}
              after={after === undefined ? absent : <FlaggedText text={after} flagged={flagged} />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A value before and after. */
export function Values({ before, after }: { before?: ReactNode; after?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-[0.8125rem] break-all">
      {before !== undefined && <del className="rounded-sm bg-bad-soft px-1 text-bad">{before}</del>}
      {before !== undefined && after !== undefined && <span className="text-quiet">→</span>}
      {after !== undefined && (
        <ins className="rounded-sm bg-good-soft px-1 text-good no-underline">{after}</ins>
      )}
    </p>
  );
}

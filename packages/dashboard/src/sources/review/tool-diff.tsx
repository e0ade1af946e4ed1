import type { ToolReview } from "toolshed/api";
import { DiffText } from "./diff-text.tsx";
import { FieldChanges, ValueChanges, Values } from "./field-changes.tsx";

type View = NonNullable<NonNullable<ToolReview["diff"]["view"]>["after"]>;

/** What is other about a tool than when an admin has seen it. */
export function ToolDiff({ tool: { diff, details, kind } }: { tool: ToolReview }) {
  const { values, description, fields, results, others, view, flagged, isCompared, isComplete } = diff;
  const isEmpty =
    values.length + description.length + fields.length + results.length + others.length === 0 &&
    view === undefined;
  return (
    <div className="flex flex-col gap-4">
      {kind === "changed" && !isCompared && view === undefined && (
        <p className="text-sm text-quiet">
          The tool as it was before is not stored. This is all of it as it is now.
        </p>
      )}
      {!isComplete && (
        <p className="text-sm text-warn">This tool is too large to compare. Not all of it is shown.</p>
      )}
      {(isEmpty || (kind === "changed" && !isCompared)) && details.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {details.map((detail) => (
            <li key={detail} className="break-words">
              {detail}
            </li>
          ))}
        </ul>
      )}
      {description.length > 0 && (
        <div className="flex flex-col gap-2">
          <h4 className="text-sm font-medium">Description</h4>
          <DiffText parts={description} flagged={flagged} />
        </div>
      )}
      <FieldChanges title="Arguments" changes={fields} flagged={flagged} />
      <FieldChanges title="Results" changes={results} flagged={flagged} />
      <ValueChanges
        title="Elsewhere in the schemas"
        changes={others}
        isCompared={isCompared}
        flagged={flagged}
      />
      <ValueChanges title="Properties" changes={values} isCompared={isCompared} flagged={flagged} />
      {view && (
        <div className="flex flex-col gap-2">
          <h4 className="text-sm font-medium">View</h4>
          <Values before={view.before && inWords(view.before)} after={view.after && inWords(view.after)} />
          <Values
            before={view.before?.needs?.join(", ") || undefined}
            after={view.after?.needs?.join(", ") || undefined}
          />
        </div>
      )}
    </div>
  );
}

function inWords({ hash, size }: View): string {
  const length = size === undefined ? "size not known" : `${size.toLocaleString("en")} characters`;
  return `${length}, ${hash.slice(0, 12)}`;
}

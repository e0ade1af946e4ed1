import { useMemo, useState } from "react";
import { Segments } from "../../ui/form/segments.tsx";
import { Section } from "../../ui/page/section.tsx";
import { CodeBlock } from "../../ui/text/code-block.tsx";
import { plural } from "../../ui/text/plural.ts";
import { type SchemaNode, schemaTree } from "./schema-tree.ts";

const modes = [
  { value: "tree", label: "Fields" },
  { value: "json", label: "JSON Schema" },
] as const;
/** Beyond these, a reader opens what is inside. */
const maxOpen = 80;
const maxRows = 100;

/** A schema as a tree of its fields, or as it is. */
export function SchemaSection({ title, schema }: { title: string; schema: Record<string, unknown> }) {
  const [mode, setMode] = useState<"tree" | "json">("tree");
  const tree = useMemo(() => schemaTree(schema), [schema]);
  return (
    <Section
      title={title}
      action={
        <Segments
          label={`Show the ${title.toLowerCase()} as`}
          value={mode}
          options={modes}
          onChange={setMode}
        />
      }
    >
      {mode === "json" ? (
        <CodeBlock label={title} text={JSON.stringify(schema, undefined, 2)} />
      ) : (
        <div className="rounded-xl border border-line bg-card px-4 py-1 text-sm">
          {tree.has === undefined ? (
            <Line node={tree} />
          ) : (
            <Rows nodes={tree.children} depth={0} isOpen={countNodes(tree) <= maxOpen} />
          )}
          {tree.has !== undefined && tree.children.length === 0 && (
            <p className="py-2 text-quiet">No fields.</p>
          )}
        </div>
      )}
    </Section>
  );
}

const countNodes = ({ children }: SchemaNode): number =>
  children.reduce((sum, child) => sum + countNodes(child), 1);

interface RowsProps {
  nodes: readonly SchemaNode[];
  depth: number;
  /** Whether what is inside is shown from the start. */
  isOpen: boolean;
}

function Rows({ nodes, depth, isOpen }: RowsProps) {
  const [shown, setShown] = useState(maxRows);
  return (
    <ul className={depth === 0 ? "divide-y divide-line" : "ml-1.5 border-l border-line pl-4"}>
      {nodes.slice(0, shown).map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a schema's parts don't move
        <li key={place} className="min-w-0 py-2">
          <Row node={node} depth={depth} isOpen={isOpen} />
        </li>
      ))}
      {nodes.length > shown && (
        <li className="py-2">
          <button
            type="button"
            className="text-accent hover:underline"
            onClick={() => setShown(shown + maxRows)}
          >
            Show {Math.min(maxRows, nodes.length - shown).toLocaleString("en")} more
          </button>
        </li>
      )}
    </ul>
  );
}

function Row({ node, depth, isOpen }: { node: SchemaNode; depth: number; isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen);
  if (node.children.length === 0) return <Line node={node} />;
  return (
    <>
      <Line node={node} />
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className="mt-1 rounded text-xs font-medium text-quiet hover:text-ink"
      >
        {isShown ? "Hide" : "Show"}{" "}
        {plural(node.children.length, node.has === "variants" ? "variant" : "field")}
        <span className="sr-only"> of {node.label ?? node.name ?? "this"}</span>
      </button>
      {isShown && <Rows nodes={node.children} depth={depth + 1} isOpen={isOpen} />}
    </>
  );
}

function Line({ node: { name, label, type, required, description, facts, values } }: { node: SchemaNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {label !== undefined && <span className="font-medium break-words">{label}</span>}
        {name !== undefined && (
          <code className={`break-all ${label === undefined ? "font-medium" : "text-quiet"}`}>{name}</code>
        )}
        <span className="break-words text-quiet">{type}</span>
        {required && <span className="font-medium text-warn">required</span>}
        {facts.map((fact) => (
          <span key={fact} className="break-all text-quiet">
            {fact}
          </span>
        ))}
      </p>
      {values.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {values.map((value) => (
            <code key={value} className="rounded bg-sunken px-1.5 py-0.5 text-xs break-all">
              {value}
            </code>
          ))}
        </p>
      )}
      {description && <p className="break-words whitespace-pre-line text-quiet">{description}</p>}
    </div>
  );
}

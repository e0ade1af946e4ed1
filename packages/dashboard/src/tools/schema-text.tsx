import { CodeBlock } from "../ui/code-block.tsx";

export function SchemaText({ title, schema }: { title: string; schema: Record<string, unknown> }) {
  return (
    <details className="min-w-0">
      <summary className="w-fit rounded text-sm font-medium">{title}</summary>
      <div className="mt-2">
        <CodeBlock label={title} text={JSON.stringify(schema, undefined, 2)} />
      </div>
    </details>
  );
}

import { plural } from "../text/plural.ts";

export interface PatternPreviewProps {
  /** The first of the tools that fit, how many fit, and how many there are. Absent until it is known. */
  preview: { allowed: readonly { path: string }[]; count: number; total: number } | undefined;
  verb?: string;
}

export const maxNamed = 6;

/** Which tools would be there, while one types. */
export function PatternPreview({ preview, verb = "Allows" }: PatternPreviewProps) {
  const { allowed, count, total } = preview ?? { allowed: [], count: 0, total: 0 };
  const named = allowed.slice(0, maxNamed);
  return (
    <div className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <p role="status" className="font-medium">
        {preview ? `${verb} ${count.toLocaleString("en")} of ${plural(total, "tool")}` : "…"}
      </p>
      {named.length > 0 && (
        <ul aria-label="These tools" className="mt-2 flex flex-col gap-0.5">
          {named.map(({ path }) => (
            <li key={path}>
              <code className="text-xs break-all text-quiet">{path}</code>
            </li>
          ))}
          {count > named.length && (
            <li className="text-quiet">and {(count - named.length).toLocaleString("en")} more</li>
          )}
        </ul>
      )}
    </div>
  );
}

import { plural } from "../text/plural.ts";

export interface PatternPreviewProps {
  allowed: readonly { path: string }[];
  total: number | undefined;
  verb?: string;
}

const maxNamed = 6;

/** Which tools would be there, while one types. */
export function PatternPreview({ allowed, total, verb = "Allows" }: PatternPreviewProps) {
  return (
    <div className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <p role="status" className="font-medium">
        {total === undefined ? "…" : `${verb} ${allowed.length} of ${plural(total, "tool")}`}
      </p>
      {allowed.length > 0 && (
        <ul aria-label="These tools" className="mt-2 flex flex-col gap-0.5">
          {allowed.slice(0, maxNamed).map(({ path }) => (
            <li key={path}>
              <code className="text-xs break-all text-quiet">{path}</code>
            </li>
          ))}
          {allowed.length > maxNamed && <li className="text-quiet">and {allowed.length - maxNamed} more</li>}
        </ul>
      )}
    </div>
  );
}

const maxShown = 100;
const openDepth = 2;

/** A value as a tree that opens and closes. */
export function JsonTree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name !== undefined && <span className="text-quiet">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div className="pl-4 break-words whitespace-pre-wrap">
        {label}
        <span className={typeof value === "string" ? "text-ink" : "text-accent"}>
          {JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const entries = Object.entries(value);
  const summary = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <details open={depth < openDepth}>
      <summary className="rounded">
        {label}
        <span className="text-quiet">{summary}</span>
      </summary>
      <div className="ml-1.5 border-l border-line pl-2">
        {entries.slice(0, maxShown).map(([key, child]) => (
          <JsonTree key={key} name={key} value={child} depth={depth + 1} />
        ))}
        {entries.length > maxShown && <p className="pl-4 text-quiet">and {entries.length - maxShown} more</p>}
      </div>
    </details>
  );
}

const keys = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Where rows will be. */
export function Skeleton({ rows = 3, className = "h-16" }: { rows?: number; className?: string }) {
  return (
    <div className="flex flex-col gap-3">
      <span role="status" className="sr-only">
        Loading…
      </span>
      {keys.slice(0, rows).map((key) => (
        <div key={key} className={`animate-pulse rounded-xl bg-hover ${className}`} />
      ))}
    </div>
  );
}

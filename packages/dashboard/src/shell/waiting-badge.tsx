/** How many calls wait for this person. Nothing while none does. */
export function WaitingBadge({ count }: { count: number }) {
  return (
    count > 0 && (
      <span className="rounded-full bg-accent px-1.5 py-0.5 text-xs leading-none font-semibold text-on-accent tabular-nums">
        {count}
        <span className="sr-only"> waiting</span>
      </span>
    )
  );
}

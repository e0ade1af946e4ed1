import { kinds, type Marked } from "../kinds.ts";

const colors = {
  plain: "text-quiet",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
};

/** What kinds a tool is, where there is no room for words: the filters have the same icons with them. */
export function KindIcons({ tool }: { tool: Marked }) {
  return (
    <span className="flex shrink-0 items-center gap-1">
      {kinds
        .filter(({ is }) => is(tool))
        .map(({ kind, label, tone, icon: Icon }) => (
          <span key={kind} title={label} className={colors[tone]}>
            <Icon className="size-3.5" aria-hidden />
            <span className="sr-only">{label}</span>
          </span>
        ))}
    </span>
  );
}

import type { Reach } from "./terms.ts";

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** In plain words, what the client will be able to call. */
export function ReachSummary({ reach }: { reach: Reach }) {
  const { toolCount, changingCount, destructiveCount, providers } = reach;
  if (toolCount === 0) return <p aria-live="polite">It can’t call any tool right now.</p>;

  const changes = changingCount > 0 && `${plural(changingCount, "changes", "change")} something`;
  const destroys = destructiveCount > 0 && `${destructiveCount} can delete or overwrite`;
  return (
    <p aria-live="polite">
      It will be able to call <strong>{plural(toolCount, "tool", "tools")}</strong>
      {changes ? `: ${toolCount - changingCount} only read, ${changes}` : ", which only read"}
      {destroys && `, of which ${destroys}`}.
      {providers.length > 0 && ` Some of them use your connections: ${providers.join(", ")}.`}
    </p>
  );
}

import type { ListedSource } from "toolshed/api";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/plural.ts";

type Change = ListedSource["changes"][number];

/** More would keep the page from being read. */
const maxShown = 100;
const words: Record<Change["kind"], string> = { new: "New", changed: "Changed", gone: "Gone" };

/** What is not as an admin has seen it. */
export function Changes({
  changes,
  busy,
  onApprove,
}: {
  changes: readonly Change[];
  busy: boolean;
  onApprove(): void;
}) {
  if (changes.length === 0) return null;
  const waiting = changes.filter((change) => change.waiting).length;
  const [look, held] =
    waiting > 0
      ? ["bg-warn-soft text-warn", `, of which ${waiting} ${waiting === 1 ? "is" : "are"} held back`]
      : ["bg-sunken", ""];
  return (
    <div className={`flex flex-wrap items-start gap-3 rounded-md px-3 py-2.5 text-sm ${look}`}>
      <details className="min-w-0 grow basis-64" open={changes.length <= 10}>
        <summary className="cursor-pointer">
          {plural(changes.length, "change")} since you have looked
          {held}
        </summary>
        <ul className="mt-2 flex max-h-80 flex-col gap-1.5 overflow-auto">
          {changes.slice(0, maxShown).map(({ name, view, kind, waiting, details }) => (
            <li key={`${name} ${view}`} className="break-words">
              {words[kind]}: {view && "the View of "}
              <code className="text-[0.8125rem]">{name}</code>
              {waiting && ", held back"}
              {details.length > 0 && (
                <ul className="list-disc pl-5 text-quiet">
                  {details.map((detail) => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          {changes.length > maxShown && <li>and {changes.length - maxShown} more</li>}
        </ul>
      </details>
      <Button size="small" busy={busy} onClick={onApprove}>
        Approve
      </Button>
    </div>
  );
}

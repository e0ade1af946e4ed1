import type { ToolReview } from "toolshed/api";
import { FlaggedText } from "./flagged-text.tsx";

type Part = ToolReview["diff"]["description"][number];

/** A text by words: what was added and what was removed, in colour and by their elements. */
export function DiffText({ parts, flagged }: { parts: readonly Part[]; flagged: readonly string[] }) {
  return (
    <p className="text-sm break-words whitespace-pre-wrap">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <Piece key={index} part={part} flagged={flagged} />
      ))}
    </p>
  );
}

function Piece({ part: { kind, text }, flagged }: { part: Part; flagged: readonly string[] }) {
  if (kind === "removed") return <del className="mx-px rounded-sm bg-bad-soft px-0.5 text-bad">{text}</del>;
  const shown = <FlaggedText text={text} flagged={flagged} />;
  return kind === "added" ? (
    <ins className="mx-px rounded-sm bg-good-soft px-0.5 text-good no-underline">{shown}</ins>
  ) : (
    <span>{shown}</span>
  );
}

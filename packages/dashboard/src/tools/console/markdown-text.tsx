import { inSlices } from "@toolshed/show";
import { useEffect, useRef } from "react";
import "@toolshed/show/style.css";
import "../show.css";

/** A tool's own words as Markdown. HTML in them stays text, and only web and mail addresses become links. */
export function MarkdownText({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    import("@toolshed/show/markdown").then(
      ({ renderMarkdown }) => {
        if (!isGone) place.current?.replaceChildren(renderMarkdown(text, { inSlices }));
      },
      () => {
        // The text as it is stays.
      },
    );
    return () => {
      isGone = true;
    };
  }, [text]);
  return (
    <div key={text} ref={place} className="show max-w-3xl text-sm whitespace-pre-line text-quiet">
      {text}
    </div>
  );
}

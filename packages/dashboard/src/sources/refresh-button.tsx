import { useRef } from "react";
import type { ListedSource } from "toolshed/api";
import { Button } from "../ui/button/button.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { isFailing } from "./source-states.ts";

/** Has a source looked at again. One that was read from a file needs that once more. */
export function RefreshButton({
  source,
  busy,
  onRefresh,
}: {
  source: ListedSource;
  busy: boolean;
  onRefresh(text?: string): void;
}) {
  const { id, fromFile } = source;
  const file = useRef<HTMLInputElement>(null);
  const text = fromFile ? "Upload a new file" : isFailing(source) ? "Try again" : "Refresh";
  return (
    <>
      <Button
        size="small"
        busy={busy}
        onClick={() => (fromFile ? file.current?.click() : onRefresh())}
        aria-label={`${text} for ${id}`}
      >
        {text}
      </Button>
      {fromFile && (
        <input
          ref={file}
          type="file"
          accept=".json,.yaml,.yml"
          hidden
          onChange={({ target }) => {
            target.files?.[0]?.text().then(onRefresh, showFailure);
            // So that choosing the same file again counts as a change.
            target.value = "";
          }}
        />
      )}
    </>
  );
}

import { useRef } from "react";
import type { ListedSource } from "toolshed/api";
import { Button } from "../ui/button.tsx";
import { showFailure } from "../ui/show-failure.ts";

/** Has a source looked at again. One that was read from a file needs that once more. */
export function RefreshButton({
  source: { id, fromFile },
  busy,
  onRefresh,
}: {
  source: ListedSource;
  busy: boolean;
  onRefresh(text?: string): void;
}) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        busy={busy}
        onClick={() => (fromFile ? file.current?.click() : onRefresh())}
        aria-label={fromFile ? `Upload a new file for ${id}` : `Refresh the tools of ${id}`}
      >
        {fromFile ? "Refresh from a file" : "Refresh"}
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

import type { ListedSource } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { plural } from "../ui/text/plural.ts";
import { toasts } from "../ui/toast/toasts.ts";

export function RemoveDialog({
  source: { id, toolCount },
  onClose,
  onRemoved,
}: {
  source: ListedSource;
  onClose(): void;
  onRemoved(): void;
}) {
  const removing = useChange("DELETE /sources/:id", ["GET /sources", "GET /tools", "GET /connections"]);
  const remove = () =>
    removing.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toasts.add({ title: `${id} is removed` });
          onRemoved();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${id}?`}
      action="Remove"
      onConfirm={remove}
      busy={removing.isPending}
      error={removing.error}
    >
      <p>
        {toolCount === 1 ? "Its tool stops" : `Its ${plural(toolCount, "tool")} stop`} working for everybody
        with the next call, and all connections to it are deleted.
      </p>
    </ConfirmDialog>
  );
}

import type { ListedEndpoint } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { toasts } from "../ui/toast/toasts.ts";

export function RevokeDialog({
  endpoint: { id, name },
  onClose,
}: {
  endpoint: ListedEndpoint;
  onClose(): void;
}) {
  const revoking = useChange("DELETE /endpoints/:id", ["GET /endpoints"]);
  const revoke = () =>
    revoking.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toasts.add({ title: `${name} is revoked`, description: "The next call with its token fails." });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke ${name}?`}
      action="Revoke"
      onConfirm={revoke}
      busy={revoking.isPending}
      error={revoking.error}
    >
      <p>Every client that uses it loses its tools with the next call. You can’t undo this.</p>
    </ConfirmDialog>
  );
}

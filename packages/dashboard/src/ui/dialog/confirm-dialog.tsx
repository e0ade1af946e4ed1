import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Problem } from "../state/problem.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** What happens then. */
  children: ReactNode;
  action: string;
  onConfirm(): void;
  busy?: boolean;
  error?: Error | null;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  action,
  onConfirm,
  busy = false,
  error,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="flex flex-col gap-3 text-sm text-quiet">{children}</div>
      {error && <Problem>{error.message}</Problem>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

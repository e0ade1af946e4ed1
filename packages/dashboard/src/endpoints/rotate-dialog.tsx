import { useState } from "react";
import type { ListedEndpoint, TokenAnswer } from "toolshed/api";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { Problem } from "../ui/state/problem.tsx";

const hourMs = 60 * 60 * 1000;
const overlaps = [
  { value: "0", label: "Immediately" },
  { value: String(hourMs), label: "In an hour" },
  { value: String(24 * hourMs), label: "In a day" },
  { value: String(7 * 24 * hourMs), label: "In a week" },
];

export interface RotateDialogProps {
  endpoint: ListedEndpoint;
  onClose(): void;
  onMade(token: TokenAnswer): void;
}

export function RotateDialog({ endpoint: { id, name }, onClose, onMade }: RotateDialogProps) {
  const [overlapMs, setOverlapMs] = useState(String(24 * hourMs));
  const rotating = useChange("POST /endpoints/:id/rotate", ["GET /endpoints"]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rotate the token of ${name}`}
      description="You get a new token. The old one keeps working for a while, so you can update clients one by one."
    >
      <Field label="The old token ends">
        {(control) => <Choice {...control} value={overlapMs} options={overlaps} onChange={setOverlapMs} />}
      </Field>
      {rotating.error && <Problem>{rotating.error.message}</Problem>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          busy={rotating.isPending}
          onClick={() =>
            rotating.mutate({ params: { id }, body: { overlapMs: Number(overlapMs) } }, { onSuccess: onMade })
          }
        >
          Rotate
        </Button>
      </DialogActions>
    </Dialog>
  );
}

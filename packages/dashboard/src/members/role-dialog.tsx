import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useState } from "react";
import type { ListedRole } from "toolshed/api";
import { request } from "../api/request.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { PatternPreview } from "../ui/form/pattern-preview.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { toasts } from "../ui/toast/toasts.ts";

export function RoleDialog({ role, onClose }: { role: ListedRole | undefined; onClose(): void }) {
  const [name, setName] = useState(role?.name ?? "");
  const [text, setText] = useState(role?.patterns.join("\n") ?? "");
  const patterns = text.split(/[\s,]+/).filter(Boolean);
  const saving = useChange("PUT /roles/:name", ["GET /roles"]);

  function save(event: FormEvent) {
    event.preventDefault();
    saving.mutate(
      { params: { name: name.trim() }, body: { patterns } },
      {
        onSuccess: () => {
          toasts.add({ title: `${name.trim()} is saved`, description: "Takes effect on the next call." });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog open onClose={onClose} title={role ? `Edit ${role.name}` : "New role"} wide keepOpen>
      <form onSubmit={save} className="flex flex-col gap-5">
        {!role && (
          <Field label="Name">
            {(control) => (
              <input
                {...control}
                value={name}
                onChange={(event) => setName(event.target.value)}
                placeholder="note-reader"
                required
                maxLength={50}
                className={inputClass}
              />
            )}
          </Field>
        )}
        <Field
          label="Path patterns"
          hint={
            <>
              One on each line. <code>samples.notes.*</code> is one more part, <code>samples.**</code> any
              number, <code>*</code> everything.
            </>
          }
        >
          {(control) => (
            <textarea
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={4}
              spellCheck={false}
              autoCapitalize="off"
              required
              className={`${inputClass} font-mono`}
            />
          )}
        </Field>
        <RolePreview patterns={patterns} />
        {saving.error && <Problem>{saving.error.message}</Problem>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RolePreview({ patterns }: { patterns: string[] }) {
  const asked = useDeferredValue(patterns.join(" "));
  const preview = useQuery({
    queryKey: ["POST /roles/preview", asked],
    queryFn: ({ signal }) =>
      request("POST /roles/preview", { body: { patterns: asked.split(" ").filter(Boolean) } }, signal),
    placeholderData: (before) => before,
  });
  if (preview.error) return <Problem>{preview.error.message}</Problem>;
  return <PatternPreview preview={preview.data} />;
}

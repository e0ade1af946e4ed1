import { type FormEvent, useState } from "react";
import type { ListedSource, SourceSettings } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../ui/dialog/dialog-actions.tsx";
import { Loaded } from "../../ui/state/loaded.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { toasts } from "../../ui/toast/toasts.ts";
import { OutputLines } from "../output-lines.tsx";
import { OptionFields, PlaceFields, privateLabel } from "../source-fields.tsx";
import { type SourceForm, settingsForm, toSource } from "../source-form.ts";

/** Changes where a source is and how it is reached. If that fails, it stays as it was. */
export function EditDialog({ source, onClose }: { source: ListedSource; onClose(): void }) {
  const { id } = source;
  const settings = useAnswer("GET /sources/:id/settings", { params: { id } });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${id}`}
      description="The gateway connects with the new settings first. If that fails, the source stays as it is."
      keepOpen
      wide
    >
      <Loaded of={settings}>{(settings) => <EditForm settings={settings} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function EditForm({ settings, onClose }: { settings: SourceSettings; onClose(): void }) {
  const { id } = settings;
  const [form, setForm] = useState(() => settingsForm(settings));
  const saving = useChange("PUT /sources/:id/settings", [
    "GET /sources",
    "GET /sources/:id",
    "GET /sources/:id/review",
    "GET /sources/:id/settings",
    "GET /tools",
    "GET /connections",
  ]);
  const set = (change: Partial<SourceForm>) => setForm((before) => ({ ...before, ...change }));

  function save(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending) return;
    const { config, secrets } = toSource(form);
    saving.mutate(
      { params: { id }, body: { config, secrets } },
      {
        onSuccess: () => {
          toasts.add({ title: `${id} is saved` });
          onClose();
        },
      },
    );
  }

  const [message = "", ...lines] = saving.error?.message.split("\n") ?? [];
  return (
    <form onSubmit={save} className="flex flex-col gap-5">
      <PlaceFields form={form} set={set} />
      <OptionFields form={form} set={set} />
      {saving.error && (
        <Problem>
          <p>{message}</p>
          {saving.error.code === "private_address" && <p>Tick “{privateLabel}” to allow it.</p>}
        </Problem>
      )}
      {lines.length > 0 && <OutputLines lines={lines} label={`Last output of ${id}`} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {saving.isPending ? "Connecting…" : "Test and save"}
        </Button>
      </DialogActions>
    </form>
  );
}

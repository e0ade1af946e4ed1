import { type FormEvent, useState } from "react";
import { RequestError } from "../api/request-error.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DialogActions } from "../ui/dialog-actions.tsx";
import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input-class.ts";
import { plural } from "../ui/plural.ts";
import { Problem } from "../ui/problem.tsx";
import { Segments } from "../ui/segments.tsx";
import { showFailure } from "../ui/show-failure.ts";
import { Tick } from "../ui/tick.tsx";
import { toasts } from "../ui/toasts.ts";
import { Authentication } from "./authentication.tsx";
import { emptyForm, type NewSourceForm, newSource, sourceKinds } from "./new-source.ts";

const privateLabel = "It is in a private network, such as this machine";

/** The gateway says that an address is private; this page says where to allow it. */
function explain(error: Error, kind: NewSourceForm["kind"]): string {
  if (!(error instanceof RequestError) || error.code !== "private_address") return error.message;
  const next =
    kind === "document"
      ? "Upload the document as a file, or add it with toolshed add openapi --allow-private <host>."
      : `Tick “${privateLabel}” to allow it.`;
  return `${error.message} ${next}`;
}

export function AddDialog({ onClose }: { onClose(): void }) {
  const [form, setForm] = useState(emptyForm);
  const adding = useChange("POST /sources", [
    "GET /sources",
    "GET /tools",
    "GET /connections",
    "GET /status",
  ]);
  const set = (change: Partial<NewSourceForm>) => setForm((before) => ({ ...before, ...change }));

  function add(event: FormEvent) {
    event.preventDefault();
    adding.mutate(
      { body: newSource(form) },
      {
        onSuccess: ({ id, toolCount, unknown }) => {
          const description = unknown
            ? "Connect it to see its tools."
            : `It has ${plural(toolCount, "tool")}.`;
          toasts.add({ title: `${id} is added`, description });
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a source"
      description="Its tools appear immediately, also for connected clients."
      keepOpen
    >
      <form onSubmit={add} className="flex flex-col gap-5">
        <Segments
          label="Kind of source"
          value={form.kind}
          options={sourceKinds}
          onChange={(kind) => set({ kind })}
        />
        <Field label="Id" hint="The first part of its tools' paths, such as linear or files.">
          {(control) => (
            <input
              {...control}
              value={form.id}
              onChange={(event) => set({ id: event.target.value })}
              pattern="[a-z][a-z0-9_]*"
              required
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
        <Where form={form} set={set} />
        {adding.error && <Problem>{explain(adding.error, form.kind)}</Problem>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={adding.isPending}>
            {adding.isPending ? "Connecting…" : "Add"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Where({ form, set }: { form: NewSourceForm; set(change: Partial<NewSourceForm>): void }) {
  if (form.kind === "program") {
    return (
      <>
        <Field label="Program" hint="It runs on the gateway's machine, with your trust.">
          {(control) => (
            <input
              {...control}
              value={form.command}
              onChange={(event) => set({ command: event.target.value })}
              placeholder="npx"
              required
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
        <Field label="Arguments" hint="One per line.">
          {(control) => (
            <textarea
              {...control}
              value={form.args}
              onChange={(event) => set({ args: event.target.value })}
              rows={3}
              className={`${inputClass} h-auto py-2 font-mono`}
            />
          )}
        </Field>
        <Field
          label="Environment"
          hint="NAME=value, one per line. The server gets no other variables, and values are stored encrypted."
        >
          {(control) => (
            <textarea
              {...control}
              value={form.environment}
              onChange={(event) => set({ environment: event.target.value })}
              rows={2}
              className={`${inputClass} h-auto py-2 font-mono`}
            />
          )}
        </Field>
      </>
    );
  }
  const isDocument = form.kind === "document";
  return (
    <>
      <Field label="Address" hint={isDocument ? "Of an OpenAPI or Swagger document." : undefined}>
        {(control) => (
          <input
            {...control}
            type="url"
            value={form.url}
            onChange={(event) => set({ url: event.target.value })}
            placeholder={isDocument ? "https://api.example.com/openapi.json" : "https://mcp.example.com/mcp"}
            required={!isDocument || form.text === undefined}
            autoComplete="off"
            className={inputClass}
          />
        )}
      </Field>
      {isDocument ? (
        <>
          <Field label="Or a file" hint="In JSON or YAML.">
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".json,.yaml,.yml"
                onChange={({ target }) =>
                  target.files?.[0]?.text().then((text) => set({ text }), showFailure)
                }
                className="text-sm"
              />
            )}
          </Field>
          <Field label="Base URL" hint="Only if the document does not say where the API is.">
            {(control) => (
              <input
                {...control}
                type="url"
                value={form.baseUrl}
                onChange={(event) => set({ baseUrl: event.target.value })}
                autoComplete="off"
                className={inputClass}
              />
            )}
          </Field>
          <Authentication form={form} set={set} />
        </>
      ) : (
        <Tick checked={form.allowPrivate} onChange={(allowPrivate) => set({ allowPrivate })}>
          {privateLabel}
        </Tick>
      )}
    </>
  );
}

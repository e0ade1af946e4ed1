import type { ReactNode } from "react";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { Tick } from "../ui/form/tick.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { SecretFields } from "./secret-fields.tsx";
import { authNameLabel, documentAuthKinds, type SourceForm, serverAuthKinds } from "./source-form.ts";

export const privateLabel = "It is in a private network, such as this machine";

export interface SourceFieldsProps {
  form: SourceForm;
  set(change: Partial<SourceForm>): void;
}

/** Where a source is: the command or the address. */
export function PlaceFields({ form, set }: SourceFieldsProps) {
  if (form.kind === "program")
    return (
      <>
        <TextField label="Program" value={form.command} onChange={(command) => set({ command })} required />
        <Field label="Arguments" hint="One per line.">
          {(control) => (
            <textarea
              {...control}
              value={form.args}
              onChange={(event) => set({ args: event.target.value })}
              rows={3}
              spellCheck={false}
              className={`${inputClass} h-auto py-2 font-mono`}
            />
          )}
        </Field>
      </>
    );
  if (form.kind === "document" && form.url === "") return <DocumentFile form={form} set={set} />;
  const hint =
    form.kind === "server"
      ? "The part after ? is kept unless you change the address. With another host, everybody has to connect again."
      : undefined;
  return (
    <TextField
      label="Address"
      type="url"
      value={form.url}
      onChange={(url) => set({ url })}
      hint={hint}
      required
    />
  );
}

function DocumentFile({ set }: SourceFieldsProps) {
  return (
    <Field label="New document" hint="In JSON or YAML. Without one, the stored document stays.">
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".json,.yaml,.yml"
          onChange={({ target }) => target.files?.[0]?.text().then((text) => set({ text }), showFailure)}
          className="text-sm"
        />
      )}
    </Field>
  );
}

/** What else can be set. */
export function OptionFields({ form, set }: SourceFieldsProps) {
  switch (form.kind) {
    case "program":
      return (
        <>
          <SecretFields
            title="Environment"
            one="variable"
            pairs={form.env}
            onChange={(env) => set({ env })}
          />
          <TextField
            label="Folder"
            value={form.folder}
            onChange={(folder) => set({ folder })}
            hint="Where the program runs. Optional."
          />
        </>
      );
    case "address":
    case "server":
      return (
        <>
          <SecretFields
            title="Headers"
            one="header"
            pairs={form.headers}
            onChange={(headers) => set({ headers })}
          />
          {form.kind === "server" && (
            <>
              <Authentication
                form={form}
                set={set}
                options={serverAuthKinds}
                hint="How each person proves who they are."
              />
              <Tick checked={form.team} onChange={(team) => set({ team })}>
                One connection for the whole team
              </Tick>
            </>
          )}
          <Tick checked={form.allowPrivate} onChange={(allowPrivate) => set({ allowPrivate })}>
            {privateLabel}
          </Tick>
        </>
      );
    case "document":
      return (
        <>
          <TextField
            label="Base URL"
            type="url"
            value={form.baseUrl}
            onChange={(baseUrl) => set({ baseUrl })}
            hint="Only if the document does not say where the API is."
          />
          <Authentication
            form={form}
            set={set}
            options={documentAuthKinds}
            hint="Some documents do not say how. What you choose is sent with every call."
          />
          {form.url !== "" && (
            <Tick checked={form.allowPrivate} onChange={(allowPrivate) => set({ allowPrivate })}>
              {privateLabel}
            </Tick>
          )}
        </>
      );
  }
}

function Authentication<Value extends SourceForm["auth"]>({
  form,
  set,
  options,
  hint,
}: SourceFieldsProps & { options: readonly { value: Value; label: string }[]; hint: string }) {
  const nameLabel = authNameLabel(form);
  return (
    <>
      <Field label="Authentication" hint={hint}>
        {(control) => (
          <Choice<SourceForm["auth"]>
            {...control}
            value={form.auth}
            options={options}
            onChange={(auth) => set({ auth, authName: "", clientSecret: "" })}
          />
        )}
      </Field>
      {nameLabel && (
        <TextField
          label={nameLabel}
          value={form.authName}
          onChange={(authName) => set({ authName })}
          required={form.kind === "document"}
          hint={
            form.auth === "oauth"
              ? "Only if the server does not register clients itself."
              : "Such as X-Api-Key for a header, or api_key for a query parameter."
          }
        />
      )}
      {form.auth === "oauth" && (
        <Field
          label="Client secret"
          hint="Only if the service gave you one with the client ID. Empty keeps the stored one."
        >
          {(control) => (
            <SecretInput
              {...control}
              value={form.clientSecret}
              onChange={(event) => set({ clientSecret: event.target.value })}
              autoComplete="off"
            />
          )}
        </Field>
      )}
    </>
  );
}

function TextField({
  label,
  value,
  onChange,
  hint,
  type = "text",
  required = false,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  type?: "text" | "url";
  required?: boolean;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required={required}
          autoComplete="off"
          spellCheck={false}
          className={inputClass}
        />
      )}
    </Field>
  );
}

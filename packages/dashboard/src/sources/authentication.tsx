import { Choice } from "../ui/choice.tsx";
import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input-class.ts";
import { authKinds, type NewSourceForm, needsAuthName } from "./new-source.ts";

/** How calls of a document's tools show who asks. */
export function Authentication({
  form,
  set,
}: {
  form: NewSourceForm;
  set(change: Partial<NewSourceForm>): void;
}) {
  return (
    <>
      <Field
        label="Authentication"
        hint="Some documents do not say how. What you choose is sent with every call."
      >
        {(control) => (
          <Choice {...control} value={form.auth} options={authKinds} onChange={(auth) => set({ auth })} />
        )}
      </Field>
      {needsAuthName(form.auth) && (
        <Field label="Name" hint="Such as X-Api-Key for a header, or api_key for a query parameter.">
          {(control) => (
            <input
              {...control}
              value={form.authName}
              onChange={(event) => set({ authName: event.target.value })}
              required
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
      )}
    </>
  );
}

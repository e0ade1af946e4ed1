import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import type { AccountName } from "./use-account-name.ts";

/** Tells several accounts of one service apart. */
export function NameField({ account: { typed, type, isFirst, isTaken } }: { account: AccountName }) {
  return (
    <Field
      label="Name of the account"
      hint={
        isFirst
          ? "Only needed to tell several accounts apart."
          : "You and your agents choose it by this name."
      }
      error={isTaken && "An account with this name already exists."}
    >
      {(control) => (
        <input
          {...control}
          value={typed}
          onChange={(event) => type(event.target.value)}
          placeholder={isFirst ? "default" : "work"}
          autoComplete="off"
          maxLength={50}
          required={!isFirst}
          className={inputClass}
        />
      )}
    </Field>
  );
}

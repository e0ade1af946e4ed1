import { Field } from "../ui/field.tsx";
import { inputClass } from "../ui/input-class.ts";

export interface NameFieldProps {
  value: string;
  /** The names that are taken. The first account needs none. */
  taken: readonly string[];
  onChange(name: string): void;
}

export const isTaken = (name: string, taken: readonly string[]): boolean => taken.includes(name.trim());

/** Tells several accounts of one service apart. */
export function NameField({ value, taken, onChange }: NameFieldProps) {
  return (
    <Field
      label="Name of the account"
      hint={
        taken.length > 0
          ? "By which you and your agents choose it."
          : "Only needed to tell several accounts apart."
      }
      error={isTaken(value, taken) && "There is already an account of this name."}
    >
      {(control) => (
        <input
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={taken.length > 0 ? "work" : "default"}
          autoComplete="off"
          maxLength={50}
          required={taken.length > 0}
          className={inputClass}
        />
      )}
    </Field>
  );
}

import { Plus, X } from "lucide-react";
import { Button } from "../ui/button/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { newPair, type SecretPair } from "./source-form.ts";

/** Variables or headers. Their values are stored encrypted and never shown again. */
export function SecretFields({
  title,
  one,
  pairs,
  onChange,
}: {
  title: string;
  /** What one of them is called. */
  one: string;
  pairs: readonly SecretPair[];
  onChange(pairs: readonly SecretPair[]): void;
}) {
  const set = (key: string, change: Partial<SecretPair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{title}</legend>
      {pairs.map(({ key, name, value, stored, fixed }) => (
        <div key={key} className="flex items-end gap-2">
          <div className="flex min-w-0 grow flex-col gap-2 sm:flex-row">
            {!fixed && (
              <Field label="Name">
                {(control) => (
                  <input
                    {...control}
                    value={name}
                    onChange={(event) => set(key, { name: event.target.value })}
                    required
                    autoComplete="off"
                    className={`${inputClass} font-mono`}
                  />
                )}
              </Field>
            )}
            <div className="min-w-0 grow">
              <Field label={fixed ? name : "Value"}>
                {(control) => (
                  <SecretInput
                    {...control}
                    value={value}
                    onChange={(event) => set(key, { value: event.target.value })}
                    placeholder={stored ? "Leave empty to keep the stored value" : ""}
                    autoComplete="off"
                  />
                )}
              </Field>
            </div>
          </div>
          <Button
            size="icon"
            look="ghost"
            aria-label={`Remove ${name || `this ${one}`}`}
            onClick={() => onChange(pairs.filter((pair) => pair.key !== key))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...pairs, newPair()])}>
          <Plus aria-hidden /> Add a {one}
        </Button>
      </div>
    </fieldset>
  );
}

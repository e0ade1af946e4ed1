import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../ui/button/button.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { Tick } from "../ui/form/tick.tsx";
import type { AnswerField } from "./read-fields.ts";

export interface AnswerFormProps {
  fields: readonly AnswerField[];
  busy: boolean;
  onAnswer(answer: Record<string, unknown>): void;
  /** What else one can do. */
  children: ReactNode;
}

/** What a tool wants to know, to be filled in. What is left empty is left out. */
export function AnswerForm({ fields, busy, onAnswer, children }: AnswerFormProps) {
  const [typed, setTyped] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(fields.map(({ name, kind, standard }) => [name, standard ?? empty[kind]])),
  );
  function send(event: FormEvent) {
    event.preventDefault();
    const given = fields
      .map(({ name, kind }) => [name, kind === "number" ? toNumber(typed[name]) : typed[name]] as const)
      .filter(([, value]) => value !== "");
    onAnswer(Object.fromEntries(given));
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      {fields.map((field) => (
        <AnswerInput
          key={field.name}
          field={field}
          value={typed[field.name]}
          onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Answer
        </Button>
        {children}
      </div>
    </form>
  );
}

const empty: Record<AnswerField["kind"], unknown> = {
  text: "",
  number: "",
  "one of": "",
  "yes or no": false,
  "some of": [],
};

const toNumber = (text: unknown): unknown => (text === "" ? "" : Number(text));

interface AnswerInputProps {
  field: AnswerField;
  value: unknown;
  onChange(value: unknown): void;
}

function AnswerInput({ field, value, onChange }: AnswerInputProps) {
  const { label, hint, required, kind, choices } = field;
  if (kind === "yes or no") {
    return (
      <Tick checked={value === true} onChange={onChange} hint={hint}>
        {label}
      </Tick>
    );
  }
  if (kind === "some of") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{label}</legend>
        {hint && <p className="text-sm text-quiet">{hint}</p>}
        {choices.map((choice) => (
          <Tick
            key={choice.value}
            checked={chosen.includes(choice.value)}
            onChange={(isChosen) =>
              onChange(
                isChosen ? [...chosen, choice.value] : chosen.filter((other) => other !== choice.value),
              )
            }
          >
            {choice.label}
          </Tick>
        ))}
      </fieldset>
    );
  }
  return (
    <Field label={required ? label : `${label} (optional)`} hint={hint}>
      {(control) =>
        kind === "one of" ? (
          <Choice
            {...control}
            value={String(value)}
            options={[{ value: "", label: "Choose…" }, ...choices]}
            onChange={onChange}
            required={required}
            className="max-w-md"
          />
        ) : (
          <input
            {...control}
            type={kind === "number" ? "number" : "text"}
            step="any"
            value={String(value)}
            onChange={(event) => onChange(event.target.value)}
            required={required}
            className={`${inputClass} max-w-md`}
          />
        )
      }
    </Field>
  );
}

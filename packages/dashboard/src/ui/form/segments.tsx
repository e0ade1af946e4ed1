import { useId } from "react";

export interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string }[];
  onChange(value: NoInfer<Value>): void;
}

/** One of a few that are all in sight. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex max-w-full flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="cursor-pointer rounded-[5px] px-2.5 py-1 text-sm font-medium whitespace-nowrap text-quiet hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

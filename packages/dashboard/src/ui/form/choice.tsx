import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { inputClass } from "./input-class.ts";

export interface ChoiceProps<Value extends string>
  extends Omit<ComponentProps<"select">, "onChange" | "value"> {
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string }[];
  onChange(value: NoInfer<Value>): void;
}

/** One of a few. The browser's own list works best with every keyboard, reader and thumb. */
export function Choice<Value extends string>({
  options,
  onChange,
  className = "",
  ...rest
}: ChoiceProps<Value>) {
  return (
    <span className={`relative inline-block min-w-0 ${className}`}>
      <select
        {...rest}
        onChange={(event) => onChange(event.target.value as Value)}
        className={`${inputClass} appearance-none truncate pr-8`}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-quiet"
        aria-hidden
      />
    </span>
  );
}

import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { inputClass } from "./input-class.ts";

export interface SearchInputProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange(value: string): void;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement>): void;
}

/** The page's search. The shortcut "/" goes to the first one. */
export function SearchInput({ label, placeholder, value, onChange, onKeyDown }: SearchInputProps) {
  return (
    <div className="relative min-w-0 grow">
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
        aria-hidden
      />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${inputClass} pl-9`}
      />
    </div>
  );
}

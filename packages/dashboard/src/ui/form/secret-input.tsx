import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { inputClass } from "./input-class.ts";

/** For keys and passwords: hidden until asked, and of no interest to spell checkers. */
export function SecretInput({ className = "", ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        type={shown ? "text" : "password"}
        data-secret
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        className={`${inputClass} pr-10 font-mono ${className}`}
        {...rest}
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? "Hide what was typed" : "Show what was typed"}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-quiet hover:text-ink"
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </div>
  );
}

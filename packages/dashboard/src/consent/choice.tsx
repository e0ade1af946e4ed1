import type { ReactNode } from "react";

interface ChoiceProps {
  readonly type: "radio" | "checkbox";
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: string;
}

/** One line to choose, with the whole line to click on. */
export function Choice({ type, name, isChosen, onChoose, children, hint }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5">
      <input
        type={type}
        name={name}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{children}</span>
        {hint && <span className="text-sm text-quiet">{hint}</span>}
      </span>
    </label>
  );
}

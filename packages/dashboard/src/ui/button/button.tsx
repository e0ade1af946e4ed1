import type { ComponentProps } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:brightness-110 border-transparent",
  secondary: "bg-card text-ink border-line hover:bg-hover",
  ghost: "bg-transparent text-quiet hover:text-ink hover:bg-hover border-transparent",
  danger: "bg-bad-strong text-on-bad hover:brightness-110 border-transparent",
};
const sizes = { small: "h-8 px-2.5 text-sm", normal: "h-9 px-3.5 text-sm", icon: "size-9" };

export interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  /** Something it started is under way. It keeps its place and its focus, and does nothing. */
  busy?: boolean;
}

export function Button({
  look = "secondary",
  size = "normal",
  busy = false,
  className = "",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 ${looks[look]} ${sizes[size]} ${className}`}
      {...rest}
    />
  );
}

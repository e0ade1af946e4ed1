import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

const sizes = { small: "h-8 px-2.5", normal: "h-9 px-3.5" };

interface LinkButtonProps extends ComponentProps<"a"> {
  size?: keyof typeof sizes;
}

/** A link that looks like a button, for what leads to another page. */
export const LinkButton = createLink(function LinkButton({
  size = "normal",
  className = "",
  ...rest
}: LinkButtonProps) {
  return (
    <a
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border border-line bg-card text-sm font-medium whitespace-nowrap text-ink transition-colors hover:bg-hover [&_svg]:size-4 ${sizes[size]} ${className}`}
      {...rest}
    />
  );
});

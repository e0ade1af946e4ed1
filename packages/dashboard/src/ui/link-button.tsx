import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** A link that looks like a button, for what leads to another page. */
export const LinkButton = createLink(function LinkButton({ className = "", ...rest }: ComponentProps<"a">) {
  return (
    <a
      className={`inline-flex h-9 shrink-0 items-center justify-center gap-1.5 rounded-md border border-line bg-card px-3.5 text-sm font-medium whitespace-nowrap text-ink transition-colors hover:bg-hover [&_svg]:size-4 ${className}`}
      {...rest}
    />
  );
});

import type { ComponentProps } from "react";

export function Card({ className = "", ...rest }: ComponentProps<"div">) {
  return <div className={`rounded-xl border border-line bg-card ${className}`} {...rest} />;
}

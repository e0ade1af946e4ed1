import { type ReactNode, useEffect } from "react";
import { pageTitle } from "./page-title.ts";

export interface PageHeaderProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It is beside another page that was chosen in it. */
  aside?: boolean;
}

/** The page's name, in it and in the window's title. */
export function PageHeader({ title, children, action, aside = false }: PageHeaderProps) {
  const Heading = aside ? "h2" : "h1";
  useEffect(() => {
    if (!aside) pageTitle.set(title);
  }, [title, aside]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <Heading tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {title}
        </Heading>
        {children && <p className="max-w-3xl text-sm text-pretty text-quiet">{children}</p>}
      </div>
      {action}
    </header>
  );
}

import { type ReactNode, useEffect } from "react";

export interface PageHeaderProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** The page's name, in it and in the window's title. */
export function PageHeader({ title, children, action }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Toolshed`;
  }, [title]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {title}
        </h1>
        {children && <p className="max-w-2xl text-sm text-quiet">{children}</p>}
      </div>
      {action}
    </header>
  );
}

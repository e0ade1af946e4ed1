import { ChevronsUpDown } from "lucide-react";
import { useSession } from "../api/use-session.ts";

export const userButtonClass =
  "flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover";

export function UserFace() {
  const { name, role } = useSession();
  return (
    <>
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate text-sm font-medium">{name}</span>
        <span className="truncate text-xs text-quiet">{role}</span>
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-quiet" aria-hidden />
    </>
  );
}

import { Link } from "@tanstack/react-router";
import { useSession } from "../api/use-session.ts";
import { pages } from "./pages.ts";
import { WaitingBadge } from "./waiting-badge.tsx";

export interface NavigationProps {
  /** How many calls wait for approval. */
  waitingCount: number;
  onNavigate?: () => void;
}

export function Navigation({ waitingCount, onNavigate }: NavigationProps) {
  const { isAdmin } = useSession();
  return (
    <nav aria-label="Pages">
      <ul className="flex flex-col gap-0.5">
        {pages
          .filter(({ adminsOnly }) => isAdmin || !adminsOnly)
          .map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === "/" }}
                {...(onNavigate && { onClick: onNavigate })}
                className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-quiet hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink"
              >
                <Icon className="size-4 shrink-0" aria-hidden />
                <span className="grow">{name}</span>
                {to === "/approvals" && <WaitingBadge count={waitingCount} />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

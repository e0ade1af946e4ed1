import { Link, Outlet } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { onDemand } from "../ui/page/on-demand.ts";
import { Navigation } from "./navigation.tsx";
import { SearchButton } from "./search-button.tsx";
import { SilentGateway } from "./silent-gateway.tsx";
import { useFocusOnNavigation } from "./use-focus-on-navigation.ts";
import { useLeaveWhenSignedOut } from "./use-leave-when-signed-out.ts";
import { usePreloadedPages } from "./use-preloaded-pages.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useWaitingCount } from "./use-waiting-count.ts";
import { UserButton } from "./user-button.tsx";
import { WaitingBadge } from "./waiting-badge.tsx";

const NarrowMenu = onDemand(async () => (await import("./narrow-menu.tsx")).NarrowMenu);
const Palette = onDemand(async () => (await import("./palette/palette.tsx")).Palette);
const ShortcutsDialog = onDemand(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

/** What is around every page: navigation beside it, or above it on a narrow screen. */
export function Shell() {
  const [listing, setListing] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const list = useCallback(() => setListing(true), []);
  const search = useCallback(() => setSearching((before) => !before), []);
  useShortcuts(list, search);
  useFocusOnNavigation();
  useLeaveWhenSignedOut();
  usePreloadedPages();
  const waitingCount = useWaitingCount();

  const product = (
    <Link to="/" className="flex items-center gap-2.5 rounded-md px-2 font-semibold">
      <img src="/icon.svg" alt="" className="size-7" />
      Toolshed
    </Link>
  );

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#page"
        className="fixed top-2 left-2 z-40 -translate-y-20 rounded-md bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 px-3 py-4 lg:flex">
        {product}
        <SearchButton onOpen={search} />
        <div className="grow">
          <Navigation waitingCount={waitingCount} />
        </div>
        <UserButton onShortcuts={list} />
      </aside>
      <header className="flex items-center justify-between border-b border-line bg-card px-3 py-2 lg:hidden">
        {product}
        <div className="flex items-center gap-1">
          <SearchButton onOpen={search} />
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
            className="flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 hover:bg-hover"
          >
            <WaitingBadge count={waitingCount} />
            <span className="sr-only">Menu</span>
            <Menu className="size-5" aria-hidden />
          </button>
        </div>
      </header>
      <div className="min-w-0 border-line lg:border-l">
        <SilentGateway />
        <main
          id="page"
          tabIndex={-1}
          className="mx-auto max-w-[100rem] px-4 py-6 outline-none has-[[data-panes]]:max-w-none has-[[data-panes]]:p-0 sm:px-8 sm:py-8"
        >
          <Outlet />
        </main>
      </div>
      <Suspense>
        {menuOpen && (
          <NarrowMenu waitingCount={waitingCount} onShortcuts={list} onClose={() => setMenuOpen(false)} />
        )}
        {searching && <Palette onClose={() => setSearching(false)} onShortcuts={list} />}
        {listing && <ShortcutsDialog open onClose={() => setListing(false)} />}
      </Suspense>
    </div>
  );
}

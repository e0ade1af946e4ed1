import { Dialog } from "@base-ui/react/dialog";
import { Link, Outlet } from "@tanstack/react-router";
import { Menu, X } from "lucide-react";
import { useCallback, useState } from "react";
import { Navigation } from "./navigation.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { SilentGateway } from "./silent-gateway.tsx";
import { useFocusOnNavigation } from "./use-focus-on-navigation.ts";
import { useLeaveWhenSignedOut } from "./use-leave-when-signed-out.ts";
import { usePreloadedPages } from "./use-preloaded-pages.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useWaitingCount } from "./use-waiting-count.ts";
import { UserMenu } from "./user-menu.tsx";
import { WaitingBadge } from "./waiting-badge.tsx";

/** What is around every page: navigation beside it, or above it on a narrow screen. */
export function Shell() {
  const [listing, setListing] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const list = useCallback(() => setListing(true), []);
  useShortcuts(list);
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
        <div className="grow">
          <Navigation waitingCount={waitingCount} />
        </div>
        <UserMenu onShortcuts={list} />
      </aside>
      <header className="flex items-center justify-between border-b border-line bg-card px-3 py-2 lg:hidden">
        {product}
        <Dialog.Root open={menuOpen} onOpenChange={setMenuOpen}>
          <Dialog.Trigger className="flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-md px-2 hover:bg-hover">
            <WaitingBadge count={waitingCount} />
            <span className="sr-only">Menu</span>
            <Menu className="size-5" aria-hidden />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className="fixed inset-0 z-20 bg-veil" />
            <Dialog.Popup className="fixed inset-y-0 right-0 z-20 flex w-72 max-w-[85vw] flex-col gap-4 border-l border-line bg-raised p-3 outline-none">
              <div className="flex items-center justify-between pl-2">
                <Dialog.Title className="font-semibold">Menu</Dialog.Title>
                <Dialog.Close
                  aria-label="Close"
                  className="flex size-9 items-center justify-center rounded-md text-quiet hover:bg-hover"
                >
                  <X className="size-5" aria-hidden />
                </Dialog.Close>
              </div>
              <div className="grow">
                <Navigation waitingCount={waitingCount} onNavigate={() => setMenuOpen(false)} />
              </div>
              <UserMenu onShortcuts={list} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      </header>
      <div className="min-w-0 border-line lg:border-l">
        <SilentGateway />
        <main
          id="page"
          tabIndex={-1}
          className="mx-auto max-w-6xl px-4 py-6 outline-none has-[[data-panes]]:max-w-none has-[[data-panes]]:p-0 sm:px-8 sm:py-8"
        >
          <Outlet />
        </main>
      </div>
      <ShortcutsDialog open={listing} onClose={() => setListing(false)} />
    </div>
  );
}

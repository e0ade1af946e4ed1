import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { Navigation } from "./navigation.tsx";
import { UserButton } from "./user-button.tsx";

export interface NarrowMenuProps {
  waitingCount: number;
  onShortcuts(): void;
  onClose(): void;
}

/** What a wide screen shows beside the page. */
export function NarrowMenu({ waitingCount, onShortcuts, onClose }: NarrowMenuProps) {
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
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
            <Navigation waitingCount={waitingCount} onNavigate={onClose} />
          </div>
          <UserButton onShortcuts={onShortcuts} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

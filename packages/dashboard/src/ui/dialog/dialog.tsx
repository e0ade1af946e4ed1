import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: ReactNode;
  wide?: boolean;
  /** What is in it must not be lost by a click beside it. */
  keepOpen?: boolean;
  /** What has the focus first. By default the first that can have it. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  wide,
  keepOpen,
  initialFocus,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={keepOpen ?? false}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-20 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-20 overflow-y-auto">
          <div className="flex min-h-full items-end justify-center p-3 sm:items-center sm:p-6">
            <BaseDialog.Popup
              {...(initialFocus && { initialFocus })}
              className={`w-full rounded-xl border border-line bg-raised p-5 shadow-pop transition duration-150 outline-none data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 sm:p-6 ${wide ? "max-w-2xl" : "max-w-md"}`}
            >
              <div className="mb-4 flex items-start gap-3">
                <div className="flex min-w-0 grow flex-col gap-1">
                  <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
                  {description && (
                    <BaseDialog.Description className="text-sm text-quiet">
                      {description}
                    </BaseDialog.Description>
                  )}
                </div>
                <BaseDialog.Close
                  aria-label="Close"
                  className="-mt-1 -mr-1 flex size-8 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
                >
                  <X className="size-4" aria-hidden />
                </BaseDialog.Close>
              </div>
              {children}
            </BaseDialog.Popup>
          </div>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

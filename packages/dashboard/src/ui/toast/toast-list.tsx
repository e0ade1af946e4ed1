import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { toasts } from "./toasts.ts";

const manager = Toast.createToastManager();

export function ToastList() {
  // After the provider's own effect, which subscribes to the manager.
  useEffect(() => toasts.showWith((toast) => manager.add(toast)), []);
  return (
    <Toast.Provider toastManager={manager} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-3 bottom-3 left-3 z-30 flex flex-col gap-2 outline-none sm:right-6 sm:bottom-6 sm:left-auto sm:w-88">
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Shown() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-lg border border-line bg-raised shadow-pop transition duration-200 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 p-3.5">
        <div className="flex min-w-0 grow flex-col gap-0.5 text-sm">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-quiet" />
        </div>
        <Toast.Close
          aria-label="Dismiss"
          // The library hides it from screen readers while the toasts are stacked, though it takes the focus.
          aria-hidden={false}
          className="flex size-6 shrink-0 items-center justify-center rounded text-quiet hover:bg-hover hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

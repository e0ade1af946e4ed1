import { useSession } from "../api/use-session.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { pages } from "./pages.ts";
import { commandKey } from "./search-button.tsx";

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { isAdmin } = useSession();
  const shortcuts = [
    { keys: [commandKey, "K"], does: "Search everything" },
    { keys: ["?"], does: "Show these shortcuts" },
    { keys: ["/"], does: "Search on this page" },
    { keys: ["Ctrl", "Enter"], does: "Run the tool whose arguments you edit" },
    ...pages
      .filter(({ adminsOnly }) => isAdmin || !adminsOnly)
      .map(({ key, name }) => ({ keys: ["g", key], does: `Go to ${name}` })),
  ];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="flex flex-col gap-2 text-sm">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

import { Dialog } from "@base-ui/react/dialog";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useSession } from "../../api/use-session.ts";
import { plural } from "../../ui/text/plural.ts";
import type { PaletteItem } from "./palette-item.ts";
import { addRecent } from "./recents.ts";
import { usePaletteGroups } from "./use-palette-groups.ts";

/** Finds tools, sources, calls, pages and actions from anywhere, with the keyboard alone. */
export function Palette({ onClose, onShortcuts }: { onClose(): void; onShortcuts(): void }) {
  const { id: userId } = useSession();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [activeKey, setActiveKey] = useState<string>();
  const hasChosen = useRef(false);
  const listId = useId();
  const query = useDeferredValue(typed.trim());
  const { groups, isSearching } = usePaletteGroups(query, onShortcuts);
  const items = groups.flatMap(({ name, items }) =>
    items.map((item) => ({ ...item, key: `${name} ${keyOf(item)}` })),
  );
  // Later results move items, so the active one is known by its key. If it is gone, the first is active.
  const active = Math.max(
    items.findIndex(({ key }) => key === activeKey),
    items.length > 0 ? 0 : -1,
  );
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the option of an index can change with what was found
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active, items.length]);

  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    hasChosen.current = true;
    addRecent(userId, item);
    onClose();
    if (item.href !== undefined) router.history.push(item.href);
    else item.run?.();
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step !== undefined && items.at((active + step) % items.length);
    if (next) setActiveKey(next.key);
    else if (event.key === "Enter") choose(items[active]);
    else return;
    event.preventDefault();
  }

  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-20 bg-veil" />
        <Dialog.Popup
          finalFocus={() => !hasChosen.current}
          className="fixed inset-x-3 top-3 z-20 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-pop outline-none sm:top-[12vh] sm:max-h-[70vh]"
        >
          <Dialog.Title className="sr-only">Search everything</Dialog.Title>
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search className="size-4 shrink-0 text-quiet" aria-hidden />
            <input
              // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
              autoFocus
              type="text"
              role="combobox"
              aria-label="Search tools, sources, calls, pages and actions"
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(active) : undefined}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setActiveKey(undefined);
              }}
              onKeyDown={press}
              placeholder="Search tools, calls, pages, actions…"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              maxLength={200}
              className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-quiet sm:text-sm"
            />
            <Dialog.Close className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-quiet hover:text-ink">
              Esc<span className="sr-only">: close</span>
            </Dialog.Close>
          </div>
          <p role="status" className="sr-only">
            {isSearching ? "Searching…" : plural(items.length, "result")}
          </p>
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            className="min-h-0 overflow-y-auto p-2 empty:hidden"
          >
            {groups.map(({ name, items: listed }, group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is not part of a listbox
              <div key={name} role="group" aria-label={name}>
                <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-quiet">
                  {name}
                </p>
                {listed.map((item, position) => {
                  const index = (starts[group] ?? 0) + position;
                  return (
                    <Option
                      key={keyOf(item)}
                      id={optionId(index)}
                      item={item}
                      isActive={index === active}
                      onPoint={() => setActiveKey(items[index]?.key)}
                      onChoose={() => choose(item)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          {items.length === 0 && (
            <p className="px-4 py-8 text-center text-sm text-quiet">
              {isSearching ? "Searching…" : "Nothing found. Try a tool’s name, or what it should do."}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const keyOf = ({ kind, href, label }: PaletteItem): string => `${kind} ${href ?? label}`;

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint(): void;
  onChoose(): void;
}

function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const { label, detail, icon: Icon } = item;
  return (
    // The keyboard stays in the field above, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm aria-selected:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-quiet" aria-hidden />
      <span className="min-w-0 truncate">{label}</span>
      {detail !== undefined && detail !== label && (
        <span className="ml-auto min-w-0 shrink-[2] truncate pl-3 text-xs text-quiet">{detail}</span>
      )}
    </div>
  );
}

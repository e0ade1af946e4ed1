import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { Check, Keyboard, LogOut, UserRound } from "lucide-react";
import { useRef } from "react";
import { useSession } from "../api/use-session.ts";
import { useSignOut } from "./use-sign-out.ts";
import { themes, useTheme } from "./use-theme.ts";
import { UserFace, userButtonClass } from "./user-face.tsx";

const item =
  "flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-hover cursor-pointer";

/** Loaded, and open, once its button is pressed for the first time. */
export function UserMenu({ onShortcuts }: { onShortcuts(): void }) {
  const user = useSession();
  const [theme, setTheme] = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const signOut = useSignOut();

  return (
    <Menu.Root defaultOpen>
      {/* The menu stays in its region, and in the dialog where that is one. */}
      <div ref={place} />
      <Menu.Trigger className={userButtonClass}>
        <UserFace />
      </Menu.Trigger>
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={6} align="start" className="z-30 outline-none">
          <Menu.Popup className="min-w-56 rounded-lg border border-line bg-raised p-1 shadow-pop outline-none">
            <p className="truncate px-2.5 py-1.5 text-xs text-quiet">{user.email}</p>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.RadioGroup value={theme} onValueChange={setTheme}>
              <Menu.Group>
                <Menu.GroupLabel className="px-2.5 py-1 text-xs text-quiet">Theme</Menu.GroupLabel>
                {themes.map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} className={item}>
                    <span className="size-4">
                      <Menu.RadioItemIndicator>
                        <Check className="size-4" aria-hidden />
                      </Menu.RadioItemIndicator>
                    </span>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.Group>
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={item} render={<Link to="/account" />}>
              <UserRound className="size-4" aria-hidden /> Account
            </Menu.Item>
            <Menu.Item className={item} onClick={onShortcuts}>
              <Keyboard className="size-4" aria-hidden /> Keyboard shortcuts
            </Menu.Item>
            <Menu.Item className={item} onClick={signOut}>
              <LogOut className="size-4" aria-hidden /> Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

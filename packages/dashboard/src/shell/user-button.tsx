import { Suspense, useState } from "react";
import { onDemand } from "../ui/page/on-demand.ts";
import { UserFace, userButtonClass } from "./user-face.tsx";

const UserMenu = onDemand(async () => (await import("./user-menu.tsx")).UserMenu);

export function UserButton({ onShortcuts }: { onShortcuts(): void }) {
  const [needed, setNeeded] = useState(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setNeeded(true)}
      className={userButtonClass}
    >
      <UserFace />
    </button>
  );
  if (!needed) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu onShortcuts={onShortcuts} />
    </Suspense>
  );
}

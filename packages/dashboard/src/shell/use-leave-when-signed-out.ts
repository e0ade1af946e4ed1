import { useEffect } from "react";
import { sessionEnd } from "../api/session-end.ts";
import { useSession } from "../api/use-session.ts";
import { keepTyped, restoreTyped } from "./kept-input.ts";

/**
 * A session can end while a page is open: the next answer tells, and the person signs in and returns. The page reloads for
 * that, so that no data stays in its memory; what was typed comes back for the same person.
 */
export function useLeaveWhenSignedOut(): void {
  const { id } = useSession();
  useEffect(() => {
    const stopRestoring = restoreTyped(id);
    const unsubscribe = sessionEnd.subscribe(() => {
      unsubscribe();
      keepTyped(id);
      const next = encodeURIComponent(location.pathname + location.search + location.hash);
      location.replace(`/sign-in?next=${next}`);
    });
    return () => {
      stopRestoring();
      unsubscribe();
    };
  }, [id]);
}

import { useRouter } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { useChange } from "../api/use-change.ts";
import { showFailure } from "../ui/toast/show-failure.ts";
import { toasts } from "../ui/toast/toasts.ts";

export function useSignOut(): () => void {
  const router = useRouter();
  const leaving = useChange("DELETE /session", []);
  return () =>
    leaving.mutate(
      {},
      {
        onSuccess: () => {
          queryClient.clear();
          router.navigate({ to: "/sign-in", search: {} }).catch(showFailure);
        },
        onError: ({ message }) => toasts.add({ title: "You are still signed in", description: message }),
      },
    );
}

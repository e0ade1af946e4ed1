import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { AccountAnswer } from "toolshed/api";
import { queryClient } from "../api/query-client.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { Problem } from "../ui/state/problem.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { toasts } from "../ui/toast/toasts.ts";

export function NameForm({ account: { name, email, role } }: { account: AccountAnswer }) {
  const [typed, setTyped] = useState(name);
  const router = useRouter();
  const renaming = useChange("PATCH /account", ["GET /account", "GET /members"]);

  function rename(event: FormEvent) {
    event.preventDefault();
    renaming.mutate(
      { body: { name: typed.trim() } },
      {
        onSuccess: async () => {
          toasts.add({ title: "Your name is saved" });
          await queryClient.invalidateQueries({ queryKey: ["GET /session"], refetchType: "all" });
          await router.invalidate().catch(showFailure);
        },
      },
    );
  }

  return (
    <form onSubmit={rename} className="flex flex-col gap-4">
      <Field label="Name">
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="name"
              required
              maxLength={100}
              className={inputClass}
            />
            <Button type="submit" busy={renaming.isPending} disabled={typed.trim() === name}>
              Save
            </Button>
          </div>
        )}
      </Field>
      {renaming.error && <Problem>{renaming.error.message}</Problem>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-quiet">Email</dt>
        <dd className="truncate">{email}</dd>
        <dt className="text-quiet">Role</dt>
        <dd>{role}</dd>
      </dl>
    </form>
  );
}

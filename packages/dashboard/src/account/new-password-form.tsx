import { type FormEvent, useState } from "react";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { toasts } from "../ui/toast/toasts.ts";

const minPasswordLength = 12;

export function NewPasswordForm() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const changing = useChange("PUT /account/password", ["GET /account"]);

  function change(event: FormEvent) {
    event.preventDefault();
    changing.mutate(
      { body: { current, next } },
      {
        onSuccess: () => {
          setCurrent("");
          setNext("");
          toasts.add({
            title: "Your password is changed",
            description: "You are signed out everywhere else.",
          });
        },
      },
    );
  }

  return (
    <form onSubmit={change} className="flex flex-col gap-4">
      <Field label="Current password">
        {(control) => (
          <SecretInput
            {...control}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      <Field
        label="New password"
        hint={`At least ${minPasswordLength} characters. You are signed out everywhere else.`}
      >
        {(control) => (
          <SecretInput
            {...control}
            value={next}
            onChange={(event) => setNext(event.target.value)}
            autoComplete="new-password"
            minLength={minPasswordLength}
            maxLength={128}
            required
          />
        )}
      </Field>
      {changing.error && <Problem>{changing.error.message}</Problem>}
      <Button type="submit" look="primary" busy={changing.isPending} className="self-start">
        Change password
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from "react";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { Problem } from "../ui/state/problem.tsx";

export function PasswordForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signingIn = useChange("POST /session", []);

  function signIn(event: FormEvent) {
    event.preventDefault();
    signingIn.mutate(
      { body: { email: email.trim(), password } },
      {
        // A new page: nothing that was asked before signing in is kept.
        onSuccess: () => location.replace(next),
      },
    );
  }

  return (
    <form onSubmit={signIn} className="flex flex-col gap-4">
      <Field label="Email">
        {(control) => (
          <input
            {...control}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="username"
            required
            className={inputClass}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => (
          <SecretInput
            {...control}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      {signingIn.error && <Problem>{signingIn.error.message}</Problem>}
      <Button type="submit" look="primary" busy={signingIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

import { getRouteApi, useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { AnswerOf } from "toolshed/api";
import { queryClient } from "../api/query-client.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { SecretInput } from "../ui/form/secret-input.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { showFailure } from "../ui/toast/show-failure.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const route = getRouteApi("/invitation/$code");
const minPasswordLength = 12;

export function InvitationPage() {
  const { code } = route.useParams();
  const invitation = useAnswer("GET /session/invitation/:code", { params: { code } });
  if (invitation.error?.status === 404) {
    return (
      <SignInFrame title="This invitation has expired">
        <p className="text-sm text-quiet">It was used, withdrawn or has expired. Ask for a new one.</p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Join the team" intro="You were invited to use the team’s tools.">
      <Loaded of={invitation} rows={2}>
        {(invitation) => <JoinForm code={code} invitation={invitation} />}
      </Loaded>
    </SignInFrame>
  );
}

function JoinForm({
  code,
  invitation,
}: {
  code: string;
  invitation: AnswerOf<"GET /session/invitation/:code">;
}) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [email, setEmail] = useState(invitation.email ?? "");
  const [password, setPassword] = useState("");
  const joining = useChange("POST /session/invitation/:code", []);

  function join(event: FormEvent) {
    event.preventDefault();
    joining.mutate(
      { params: { code }, body: { name: name.trim(), email: email.trim(), password } },
      {
        onSuccess: () => {
          queryClient.clear();
          router.navigate({ to: "/" }).catch(showFailure);
        },
      },
    );
  }

  return (
    <form onSubmit={join} className="flex flex-col gap-4">
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="name"
            required
            maxLength={100}
            className={inputClass}
          />
        )}
      </Field>
      <Field label="Email" hint={invitation.email && "The invitation is for this address."}>
        {(control) => (
          <input
            {...control}
            type="email"
            value={email}
            readOnly={invitation.email !== null}
            onChange={(event) => setEmail(event.target.value)}
            autoComplete="username"
            required
            className={inputClass}
          />
        )}
      </Field>
      <Field label="Password" hint={`At least ${minPasswordLength} characters.`}>
        {(control) => (
          <SecretInput
            {...control}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="new-password"
            minLength={minPasswordLength}
            required
          />
        )}
      </Field>
      <p className="text-sm text-quiet">
        Your role will be <strong className="font-medium text-ink">{invitation.role}</strong>.
      </p>
      {joining.error && <Problem>{joining.error.message}</Problem>}
      <Button type="submit" look="primary" busy={joining.isPending}>
        Join
      </Button>
    </form>
  );
}

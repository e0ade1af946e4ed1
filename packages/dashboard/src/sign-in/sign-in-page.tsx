import { getRouteApi, Navigate } from "@tanstack/react-router";
import { useAnswer } from "../api/use-answer.ts";
import { Loaded } from "../ui/state/loaded.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { PasswordForm } from "./password-form.tsx";
import { problemSentence } from "./problem-sentence.ts";
import { safeNext } from "./safe-next.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  const { error, next } = route.useSearch();
  const session = useAnswer("GET /session", {});
  const target = safeNext(next);
  if (session.data?.user) return <Navigate to={target} replace />;

  return (
    <SignInFrame title="Sign in">
      {error && <Problem>{problemSentence(error)}</Problem>}
      <Loaded of={session} rows={1}>
        {({ methods: { password, providers } }) => (
          <>
            {password && <PasswordForm next={target} />}
            {providers.map(({ id, name }) => (
              <a
                key={id}
                href={`/sign-in/with/${encodeURIComponent(id)}`}
                className="flex h-9 items-center justify-center rounded-md border border-line text-sm font-medium hover:bg-hover"
              >
                Continue with {name}
              </a>
            ))}
            <p className="text-sm text-quiet">
              {password || providers.length > 0 ? "Is this gateway yours? " : "A link signs you in once. "}
              Run <code className="rounded bg-sunken px-1.5 py-0.5 text-ink">npx toolshed status</code> where
              it runs, and open the dashboard link it prints.
            </p>
          </>
        )}
      </Loaded>
    </SignInFrame>
  );
}

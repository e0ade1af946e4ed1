import { useEffect, useState } from "react";
import type { ConsentAnswer } from "toolshed/api";
import { showFailure } from "../ui/toast/show-failure.ts";
import { type Asked, askConsent } from "./ask-gateway.ts";
import { ConsentForm } from "./consent-form.tsx";
import { ConsentProblem } from "./consent-problem.tsx";
import { DocumentProblem } from "./document-problem.tsx";

/** What is wrong with a request that cannot be answered, by its OAuth error. */
const errors: Record<string, string> = {
  invalid_client: "The app is not known here. Remove this server in the app and add it again.",
  invalid_redirect: "The app asked for the answer at an address it didn’t register, so nothing was sent.",
};

/** Where a client sends a person who should let it in. */
export function ConsentPage() {
  const query = new URLSearchParams(location.search);
  const error = query.get("error");
  const document = query.get("document");
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col gap-6 px-4 py-6 sm:py-10">
      <header className="flex items-center gap-3">
        <img src="/icon.svg" alt="" className="size-8" />
        <p className="text-xl font-semibold">Toolshed</p>
      </header>
      <main>
        {error === null ? (
          <Question search={location.search} />
        ) : document !== null ? (
          <DocumentProblem
            document={document}
            cause={query.get("cause") ?? ""}
            status={query.get("status") ?? ""}
          />
        ) : (
          <ConsentProblem title="This request cannot be answered">
            <p>{errors[error] ?? "The app sent an invalid request."}</p>
          </ConsentProblem>
        )}
      </main>
    </div>
  );
}

function Question({ search }: { search: string }) {
  const [asked, setAsked] = useState<Asked<ConsentAnswer>>();
  const isSignedOut = asked !== undefined && "status" in asked && asked.status === 401;

  useEffect(() => {
    const ask = () => {
      askConsent(search).then(setAsked, showFailure);
    };
    if (asked === undefined) ask();
    // Who signs in in another tab finds the question here on coming back.
    if (!isSignedOut) return;
    window.addEventListener("focus", ask);
    return () => window.removeEventListener("focus", ask);
  }, [search, asked, isSignedOut]);

  if (asked === undefined) return <p className="text-quiet">Loading…</p>;
  if ("answer" in asked) return <ConsentForm query={search.slice(1)} consent={asked.answer} />;
  if (isSignedOut) {
    return (
      <ConsentProblem title="Sign in first">
        <p>An app wants to use your tools. Before you answer, Toolshed has to know who you are.</p>
        <p>
          <a
            className="text-accent underline"
            href={`/sign-in?next=${encodeURIComponent(location.pathname + search)}`}
          >
            Sign in
          </a>
          , or run <code className="rounded bg-page px-1.5 py-0.5 text-ink">npx toolshed status</code> where
          the gateway runs and open the dashboard link it prints in this browser: you come back to this
          question.
        </p>
      </ConsentProblem>
    );
  }
  return (
    <ConsentProblem title={asked.status === 410 ? "This request cannot be answered" : "Something is wrong"}>
      <p>{asked.error}</p>
    </ConsentProblem>
  );
}

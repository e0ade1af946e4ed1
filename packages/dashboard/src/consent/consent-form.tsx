import { type FormEvent, useState } from "react";
import type { BodyOf, ConsentAnswer } from "toolshed/api";
import { answerConsent } from "./ask-gateway.ts";
import { Choice } from "./choice.tsx";
import { Choices } from "./choices.tsx";
import { ClientNotice } from "./client-notice.tsx";
import { ReachSummary } from "./reach-summary.tsx";
import { firstTerms, reachOf, toBody } from "./terms.ts";

const approvals = [
  ["host", "The app asks you itself", "As its own settings say"],
  ["ask", "Toolshed asks you, through the app", "Where the app cannot, it gets a link to your approvals"],
  ["dashboard", "You approve each one in Toolshed", "The app gets a link and cannot answer for you"],
  ["deny", "Denied", "Nothing is deleted or overwritten"],
] as const;

const countTools = (count: number, readOnlyCount: number): string =>
  `${count} ${count === 1 ? "tool" : "tools"}, ${readOnlyCount === count ? "only to read" : `${readOnlyCount} only to read`}`;

/** Asks one question, and lets the person narrow what they say yes to. */
export function ConsentForm({ query, consent }: { query: string; consent: ConsentAnswer }) {
  const { client, sources } = consent;
  const [terms, setTerms] = useState(() => firstTerms(consent));
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reach = reachOf(sources, terms);
  const isNothingChosen = sources.length > 0 && terms.without.size === sources.length;

  function send(body: BodyOf<"POST /consent">) {
    const fail = (reason: string) => {
      setProblem(reason);
      setSending(false);
    };
    setSending(true);
    setProblem(undefined);
    answerConsent(body)
      .then((asked) => ("answer" in asked ? location.assign(asked.answer.url) : fail(asked.error)))
      .catch((error: Error) => fail(error.message));
  }

  function allow(event: FormEvent) {
    event.preventDefault();
    send(toBody(query, sources, terms));
  }

  function include(id: string, isChosen: boolean) {
    const without = new Set(terms.without);
    if (isChosen) without.delete(id);
    else without.add(id);
    setTerms({ ...terms, without });
  }

  return (
    <form onSubmit={allow} className="flex flex-col gap-5 rounded-lg border border-line bg-card p-4 sm:p-6">
      <h1 className="text-xl font-semibold break-words">Let “{client.name}” use your tools?</h1>
      <ClientNotice client={client} />
      <ReachSummary reach={reach} />

      <Choices title="What it may do">
        <Choice
          type="radio"
          name="mode"
          isChosen={!terms.readOnly}
          onChoose={() => setTerms({ ...terms, readOnly: false })}
        >
          Read and change
        </Choice>
        <Choice
          type="radio"
          name="mode"
          isChosen={terms.readOnly}
          onChoose={() => setTerms({ ...terms, readOnly: true })}
        >
          Only read
        </Choice>
      </Choices>

      {sources.length > 0 && (
        <Choices title="Tools to list">
          {sources.map(({ id, toolCount, readOnlyCount, providers }) => (
            <Choice
              key={id}
              type="checkbox"
              name="source"
              isChosen={!terms.without.has(id)}
              onChoose={(isChosen) => include(id, isChosen)}
              hint={[countTools(toolCount, readOnlyCount), ...providers].join(" · ")}
            >
              {id}
            </Choice>
          ))}
        </Choices>
      )}
      <p className="-mt-3 text-sm text-quiet">
        {isNothingChosen
          ? "Choose at least one."
          : terms.without.size === 0
            ? "Tools that you add later are included."
            : "Tools from anywhere else, also those you add later, are not included."}
      </p>

      {reach.destructiveCount > 0 && (
        <Choices title="Calls that delete or overwrite">
          {approvals.map(([approval, label, hint]) => (
            <Choice
              key={approval}
              type="radio"
              name="approval"
              isChosen={terms.approval === approval}
              onChoose={() => setTerms({ ...terms, approval })}
              hint={hint}
            >
              {label}
            </Choice>
          ))}
        </Choices>
      )}

      {problem && (
        <p role="alert" className="text-sm text-warn">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          disabled={isSending}
          onClick={() => send({ query, accept: false })}
          className="grow rounded-md border border-line px-4 py-2 font-medium disabled:opacity-60 sm:grow-0"
        >
          Deny
        </button>
        <button
          type="submit"
          disabled={isSending || isNothingChosen}
          className="grow rounded-md bg-accent px-4 py-2 font-medium text-on-accent disabled:opacity-60 sm:grow-0"
        >
          Allow
        </button>
      </div>
      <p className="text-sm text-quiet">
        You can revoke access at any time: it is in your list of endpoints under the app’s name.
      </p>
    </form>
  );
}

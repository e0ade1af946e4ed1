import { lazy, type ReactNode, Suspense, useState } from "react";
import type { CallAnswer, ToolResult } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { useSession } from "../../api/use-session.ts";
import { hasEnded } from "../../ui/badge/outcomes.ts";
import { Button } from "../../ui/button/button.tsx";
import { Section } from "../../ui/page/section.tsx";
import { Skeleton } from "../../ui/state/skeleton.tsx";
import { plural } from "../../ui/text/plural.ts";
import { ResultsDialog } from "../results-dialog.tsx";

const CallResult = lazy(async () => ({ default: (await import("./call-result.tsx")).CallResult }));

/** What the call returned, or why that isn't there. */
export function KeptResult({ call }: { call: CallAnswer }) {
  const { outcome, error, path, resultBytes, result } = call;
  const { value, problem } = result;
  // What never ran has no result, and that of a failure is often its error, which is above.
  if (!hasEnded(outcome) || (value === null && outcome !== "ok")) return null;
  if (value?.isError && error !== null && textOf(value) === error) return null;
  return (
    <Section
      title="Result"
      hint={
        value && problem === "too large"
          ? `The beginning of ${plural(resultBytes, "byte")}. The rest was too large to keep.`
          : plural(resultBytes, "byte")
      }
    >
      {value ? (
        <Suspense fallback={<Skeleton rows={2} />}>
          <CallResult name={path} result={value as ToolResult} />
        </Suspense>
      ) : (
        <NoResult problem={problem} />
      )}
    </Section>
  );
}

const textOf = ({ content }: { content: readonly { text?: unknown }[] }): string =>
  content.map(({ text }) => text).join("\n");

function NoResult({ problem }: { problem: CallAnswer["result"]["problem"] }) {
  const { isAdmin } = useSession();
  const { data: settings } = useAnswer("GET /settings/results", {});
  const [isSetting, setSetting] = useState(false);
  if (problem === "private") return <Note>Only the person who made the call can see its result.</Note>;
  if (problem === "expired")
    return (
      <Note>
        The result was deleted
        {settings?.keep && `: results are kept for ${plural(settings.days, "day")}, as long as there is room`}
        .
      </Note>
    );
  if (!settings) return null;
  if (settings.keep) return <Note>The result of this call was not kept.</Note>;
  return (
    <>
      <Note>
        Results are not kept.
        {!isAdmin && " An admin can change that."}
        {isAdmin && (
          <Button size="small" onClick={() => setSetting(true)}>
            Keep results
          </Button>
        )}
      </Note>
      {isSetting && <ResultsDialog onClose={() => setSetting(false)} />}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-3 py-2.5 text-sm text-quiet">
    {children}
  </div>
);

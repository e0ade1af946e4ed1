import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import type { ToolAnswer } from "toolshed/api";
import { Button } from "../../ui/button/button.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { Skeleton } from "../../ui/state/skeleton.tsx";
import type { ArgumentsFormHandle } from "../arguments-form.tsx";
import type { Answer, AskedQuestion } from "./use-run.ts";

const ArgumentsForm = lazy(async () => ({ default: (await import("../arguments-form.tsx")).ArgumentsForm }));

export interface QuestionCardProps {
  tool: ToolAnswer;
  asked: AskedQuestion;
  onAnswer(answer: Answer): Promise<void>;
}

/** What a call that is under way asks its person: to approve it, to fill in a form, or to visit a page. */
export function QuestionCard({ tool, asked: { question }, onAnswer }: QuestionCardProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send(answer: Answer) {
    setBusy(true);
    setProblem(undefined);
    await onAnswer(answer).catch((error: { message: string; status?: number }) => {
      setProblem(
        error.status === 404 ? "This question is no longer open. Start the call again." : error.message,
      );
      setBusy(false);
    });
  }
  const parts = { message: question.message, problem, isBusy, send };
  if (question.type === "approval") return <ApprovalQuestion tool={tool} {...parts} />;
  if (question.type === "url") return <VisitQuestion tool={tool} url={question.url} {...parts} />;
  return <FormQuestion tool={tool} schema={question.schema} {...parts} />;
}

interface QuestionProps {
  tool: ToolAnswer;
  message: string;
  problem: string | undefined;
  isBusy: boolean;
  send(answer: Answer): void;
}

function ApprovalQuestion({ tool, message, problem, isBusy, send }: QuestionProps) {
  return (
    <Frame title="This call needs your approval" problem={problem}>
      <p className="text-sm">
        {tool.destructive
          ? "If you approve, the tool runs and can change or delete data. You may not be able to undo it."
          : "A rule asks before this tool runs. If you approve, it runs once with these arguments."}{" "}
        If you deny it, nothing happens.
      </p>
      <Words>{message}</Words>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={isBusy} onClick={() => send({ action: "accept" })}>
          Approve once
        </Button>
        <Button busy={isBusy} onClick={() => send({ action: "decline" })}>
          Deny
        </Button>
      </div>
    </Frame>
  );
}

function FormQuestion({
  tool,
  message,
  schema,
  problem,
  isBusy,
  send,
}: QuestionProps & { schema: Readonly<Record<string, unknown>> }) {
  const form = useRef<ArgumentsFormHandle>(null);
  const value = useRef<Record<string, unknown>>({});
  const hasFields = Object.keys(Object(schema.properties)).length > 0;
  function submit() {
    if (form.current?.check() === false) return;
    send({ action: "accept", content: value.current });
  }
  return (
    <Frame title={`${tool.name} asks you`} problem={problem} onSubmit={submit}>
      <Words>{message}</Words>
      {hasFields && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <ArgumentsForm
            ref={form}
            schema={schema}
            value={undefined}
            onChange={(next) => {
              value.current = next;
            }}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={isBusy} onClick={submit}>
          {hasFields ? "Send answer" : "Accept"}
        </Button>
        <Button busy={isBusy} onClick={() => send({ action: "decline" })}>
          Decline
        </Button>
      </div>
    </Frame>
  );
}

function VisitQuestion({ tool, message, url, problem, isBusy, send }: QuestionProps & { url: string }) {
  return (
    <Frame title={`${tool.name} asks you to open a page`} problem={problem}>
      <Words>{message}</Words>
      <Address url={url} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={isBusy}
          disabled={!isWeb(url)}
          onClick={() => {
            window.open(url, "_blank", "noopener,noreferrer");
            send({ action: "accept" });
          }}
        >
          Open page
        </Button>
        <Button busy={isBusy} onClick={() => send({ action: "decline" })}>
          Decline
        </Button>
      </div>
    </Frame>
  );
}

const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** An address with its site named apart, since an address can begin with another one's name. */
export function Address({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      {isWeb(url) ? (
        <p>
          The page is on <strong className="break-all">{new URL(url).host}</strong>. Open it only if you trust
          this site.
        </p>
      ) : (
        <p>This address can't be opened, because it is not a web page.</p>
      )}
      <code className="max-h-24 overflow-auto break-all text-quiet">{url}</code>
    </div>
  );
}

/** Text of a tool, as it is. */
function Words({ children }: { children: string }) {
  if (children === "") return null;
  return (
    <p className="max-h-60 overflow-auto rounded-md bg-sunken px-3 py-2 text-sm break-words whitespace-pre-wrap">
      {children}
    </p>
  );
}

interface FrameProps {
  title: string;
  problem: string | undefined;
  onSubmit?(): void;
  children: ReactNode;
}

/** Takes the focus when it appears, so that it is read out and the next Tab is in it. Ctrl+Enter sends the answer. */
function Frame({ title, problem, onSubmit, children }: FrameProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        onSubmit?.();
      }}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-accent bg-card p-4"
    >
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {children}
    </section>
  );
}

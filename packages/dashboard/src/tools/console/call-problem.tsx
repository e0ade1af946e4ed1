import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ToolAnswer } from "toolshed/api";
import { Problem } from "../../ui/state/problem.tsx";
import { Address } from "./question-card.tsx";
import type { ShownCall } from "./use-run.ts";

/** Why a call failed: what the tool or the gateway said, the code, and what to do next. */
export function CallProblem({ tool, call }: { tool: ToolAnswer; call: ShownCall }) {
  const { code, visits = [], result } = call;
  const text = result.content.map((block) => block.text ?? "").join("\n");
  const next = nextStep(tool, code);
  return (
    <>
      <Problem>
        <p className="whitespace-pre-wrap">{text.trim() || "The call failed and gave no reason."}</p>
        {(code !== undefined || next) && (
          <p className="mt-2 text-ink">
            {code !== undefined && (
              <>
                Code <code>{code}</code>.{" "}
              </>
            )}
            {next}
          </p>
        )}
      </Problem>
      {visits.map(({ message, url }) => (
        <section
          key={url}
          aria-label="Page to open"
          className="flex flex-col gap-2 rounded-md border border-line p-3"
        >
          <p className="text-sm">{message}</p>
          <Address url={url} />
          {/^https?:/.test(url) && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="w-fit text-sm font-medium text-accent underline"
            >
              Open page
            </a>
          )}
        </section>
      ))}
    </>
  );
}

/** What a person can do about each code of the gateway, and of JSON-RPC. */
function nextStep(tool: ToolAnswer, code: ShownCall["code"]): ReactNode {
  switch (code) {
    case "invalid":
    case -32_602:
      return "Compare the arguments with the input schema below.";
    case "not_found":
      return "The tool may have been removed. Reload the page.";
    case "denied":
      return (
        <>
          Whether this call is allowed depends on your role and on the{" "}
          <Link to="/approvals" search={{ tab: "rules" }} className="underline">
            approval rules
          </Link>
          .
        </>
      );
    case "waiting":
      return (
        <>
          Decide about it under{" "}
          <Link to="/approvals" search={{}} className="underline">
            Approvals
          </Link>
          , then start it again.
        </>
      );
    case "timeout":
      return "Try again, or ask for less at a time.";
    case -32_042:
      return "Open the page below, then start the call again.";
    default:
      return tool.authProvider === null ? undefined : (
        <>
          If the account is the cause, check it under{" "}
          <Link to="/connections" search={{}} className="underline">
            Connections
          </Link>
          .
        </>
      );
  }
}

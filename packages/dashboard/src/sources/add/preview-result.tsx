import { CircleCheck, TriangleAlert } from "lucide-react";
import type { SourcePreview } from "toolshed/api";
import { Badge } from "../../ui/badge/badge.tsx";
import { Problem } from "../../ui/state/problem.tsx";
import { plural } from "../../ui/text/plural.ts";
import { OutputLines } from "../output-lines.tsx";
import { privateLabel } from "../source-fields.tsx";
import type { Draft } from "./draft.ts";
import type { PreviewState } from "./use-preview.ts";

/** How the connection to a source goes, and what was found there. */
export function PreviewResult({ draft, state }: { draft: Draft; state: PreviewState }) {
  if (state.status === "failed")
    return (
      <li className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
        <h3 className="font-medium break-all">{draft.id}</h3>
        <Failure draft={draft} state={state} />
      </li>
    );
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium break-all">{draft.id}</h3>
        {state.preview && (
          <Badge tone="good" icon={CircleCheck}>
            {state.preview.kind === "mcp" ? "MCP server" : "API"}
          </Badge>
        )}
      </div>
      <code className="text-[0.8125rem] break-all text-quiet">{draft.target}</code>
      {state.preview ? (
        <Found preview={state.preview} />
      ) : (
        <>
          <p role="status" className="flex items-center gap-2 text-sm text-quiet">
            <span
              className="size-3.5 animate-spin rounded-full border-2 border-line border-t-accent"
              aria-hidden
            />
            {state.text}
          </p>
          {state.lines.length > 0 && <OutputLines lines={state.lines} label={`Output of ${draft.id}`} />}
        </>
      )}
    </li>
  );
}

/** Why it could not be connected, with what to do next. */
export function Failure({ draft, state: { text, code, lines } }: { draft: Draft; state: PreviewState }) {
  const [message = "", ...rest] = text.split("\n");
  return (
    <div className="flex flex-col gap-3">
      <Problem>
        <p>{message}</p>
        {code === "private_address" && <p>Tick “{privateLabel}” to allow it.</p>}
      </Problem>
      {(lines.length > 0 || rest.length > 0) && (
        <OutputLines lines={lines.length > 0 ? lines : rest} label={`Last output of ${draft.id}`} />
      )}
    </div>
  );
}

function Found({ preview }: { preview: SourcePreview }) {
  const { toolCount, tools, warnings, unknown, auth } = preview;
  const destructive = tools.filter((tool) => tool.destructive).length;
  const how = [...new Set(auth.map(({ type }) => (type === "oauth2" ? "OAuth" : "a key")))].join(" or ");
  return (
    <>
      <p className="text-sm">
        {unknown ? (
          "Its tools appear once you connect an account."
        ) : (
          <>
            {plural(toolCount, "tool")}
            {destructive > 0 && <span className="text-quiet">, {destructive} of them can change data</span>}
          </>
        )}
        {auth.length > 0 && <span className="text-quiet"> Connect with {how} after adding it.</span>}
      </p>
      {warnings.length > 0 && (
        <ul className="flex flex-col gap-1.5 rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
          {warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              <span className="min-w-0 break-words">{warning}</span>
            </li>
          ))}
        </ul>
      )}
      {preview.kind === "openapi" && auth.length === 0 && (
        <p className="text-sm text-quiet">To choose how calls authenticate, go back and open its options.</p>
      )}
      {tools.length > 0 && (
        <section
          aria-label={`Tools of ${preview.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-lg border border-line"
        >
          <ul className="divide-y divide-line">
            {tools.map(({ path, description, readOnly, destructive }) => (
              <li key={path} className="flex flex-col gap-0.5 px-3 py-2">
                <div className="flex flex-wrap items-center gap-2">
                  <code className="text-[0.8125rem] break-all">{path}</code>
                  {readOnly && <Badge>Read-only</Badge>}
                  {destructive && <Badge tone="warn">Destructive</Badge>}
                </div>
                {description && <p className="line-clamp-2 text-sm break-words text-quiet">{description}</p>}
              </li>
            ))}
            {toolCount > tools.length && (
              <li className="px-3 py-2 text-sm text-quiet">
                and {(toolCount - tools.length).toLocaleString("en")} more
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  );
}

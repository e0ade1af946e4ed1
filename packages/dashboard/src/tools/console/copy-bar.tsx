import { CopyButton } from "../../ui/button/copy-button.tsx";
import { type CopiedCall, toCallTool, toCurl, toScript } from "./copy-as.ts";

/** Copies a call in the ways that others make it. */
export function CopyAs({ call }: { call: CopiedCall }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Copy as</legend>
      <span className="text-sm text-quiet" aria-hidden>
        Copy as
      </span>
      <CopyButton label="call_tool" text={toCallTool(call)} />
      <CopyButton label="curl" text={toCurl(call, location.origin)} />
      <CopyButton label="TypeScript" text={toScript(call)} />
    </fieldset>
  );
}

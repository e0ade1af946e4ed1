import { type FormEvent, useState } from "react";
import type { TokenAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useSession } from "../api/use-session.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { Segments } from "../ui/form/segments.tsx";
import { Tick } from "../ui/form/tick.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { ConnectionChoices } from "./connection-choices.tsx";
import { blankEndpoint, type NewEndpoint, toBody } from "./new-endpoint.ts";
import { ScopePreview } from "./scope-preview.tsx";
import { ToolPicker } from "./tool-picker.tsx";

const approvalHints = {
  host: "Your client decides when to ask you.",
  ask: "Your client asks you and passes on your answer, so you trust it.",
  dashboard: "Only your click in this dashboard counts. The token can never answer.",
  deny: "Destructive calls are always denied.",
} as const;
const approvals = [
  { value: "host", label: "Left to the client" },
  { value: "ask", label: "A person is asked, through the client" },
  { value: "dashboard", label: "Approved in the dashboard only" },
  { value: "deny", label: "Denied" },
] as const;
const expiries = [
  { value: "", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
const exposures = [
  { value: "search", label: "Search" },
  { value: "all", label: "All tools" },
  { value: "pins", label: "Pinned tools" },
] as const;
const exposureHints = {
  search: "A few tools that search, read, call and show all others: the model’s list stays short.",
  all: "Lists up to 500 tools directly, for clients that load tools on demand. Search finds the rest.",
  pins: "Lists the tools you choose directly, for clients that don’t search.",
} as const;
const owners = [
  { value: "person", label: "You" },
  { value: "team", label: "The team" },
] as const;

export interface CreateDialogProps {
  onClose(): void;
  onMade(token: TokenAnswer): void;
}

export function CreateDialog({ onClose, onMade }: CreateDialogProps) {
  const { isAdmin } = useSession();
  const [form, setForm] = useState(blankEndpoint);
  const set = (changes: Partial<NewEndpoint>) => setForm((before) => ({ ...before, ...changes }));
  const creating = useChange("POST /endpoints", ["GET /endpoints"]);
  const roles = useAnswer("GET /roles", {}, { enabled: isAdmin && form.owner === "team" });
  const lacksPins = form.exposes === "pins" && form.pins.length === 0;

  function create(event: FormEvent) {
    event.preventDefault();
    if (!lacksPins) creating.mutate({ body: toBody(form, Date.now()) }, { onSuccess: onMade });
  }

  return (
    <Dialog open onClose={onClose} title="New endpoint" wide keepOpen>
      <form onSubmit={create} className="flex flex-col gap-5">
        <Field label="Name" hint="So that you know which client it is for.">
          {(control) => (
            <input
              {...control}
              value={form.name}
              onChange={(event) => set({ name: event.target.value })}
              placeholder="My laptop"
              required
              maxLength={100}
              className={inputClass}
            />
          )}
        </Field>
        {isAdmin && (
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium">Acts for</p>
            <Segments
              label="Acts for"
              value={form.owner}
              options={owners}
              onChange={(owner) => set({ owner, connections: {} })}
            />
            {form.owner === "team" && (
              <>
                <p className="text-sm text-quiet">
                  It uses only what the team has connected, never a person’s account.
                </p>
                <Field label="Role" hint="What it may use.">
                  {(control) => (
                    <Choice
                      {...control}
                      value={form.role}
                      options={(roles.data?.roles ?? [{ name: form.role }]).map(({ name }) => ({
                        value: name,
                        label: name,
                      }))}
                      onChange={(role) => set({ role })}
                    />
                  )}
                </Field>
              </>
            )}
          </div>
        )}
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium">Exposes</p>
          <Segments
            label="Exposes"
            value={form.exposes}
            options={exposures}
            onChange={(exposes) => set({ exposes })}
          />
          <p className="text-sm text-quiet">{exposureHints[form.exposes]}</p>
          {form.exposes === "pins" && <ToolPicker picked={form.pins} onChange={(pins) => set({ pins })} />}
        </div>
        <Tick
          checked={form.readOnly}
          onChange={(readOnly) => set({ readOnly })}
          hint="Only tools that change nothing."
        >
          Read-only
        </Tick>
        <Field
          label="Allowed paths"
          hint={
            <>
              Leave it empty for all. <code>samples.notes.*</code> is one more part, <code>samples.**</code>{" "}
              any number.
            </>
          }
        >
          {(control) => (
            <input
              {...control}
              value={form.allow}
              onChange={(event) => set({ allow: event.target.value })}
              placeholder="samples.**, granola.personal.notes.*"
              spellCheck={false}
              autoCapitalize="off"
              className={`${inputClass} font-mono`}
            />
          )}
        </Field>
        <ScopePreview allow={form.allow} readOnly={form.readOnly} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Destructive calls" hint={approvalHints[form.approval]}>
            {(control) => (
              <Choice
                {...control}
                value={form.approval}
                options={approvals}
                onChange={(approval) => set({ approval })}
              />
            )}
          </Field>
          <Field label="Expires">
            {(control) => (
              <Choice
                {...control}
                value={form.expiresInDays}
                options={expiries}
                onChange={(expiresInDays) => set({ expiresInDays })}
              />
            )}
          </Field>
        </div>
        <ConnectionChoices
          owner={form.owner}
          chosen={form.connections}
          onChange={(connections) => set({ connections })}
        />
        {creating.error && <Problem>{creating.error.message}</Problem>}
        <DialogActions>
          {lacksPins && <p className="self-center text-sm text-quiet sm:mr-auto">Choose a tool to pin.</p>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={creating.isPending} disabled={lacksPins}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

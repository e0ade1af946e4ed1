import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useId, useState } from "react";
import type { ApprovalRule } from "toolshed/api";
import { request } from "../api/request.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useAllEndpoints } from "../api/use-endpoints.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { PatternPreview } from "../ui/form/pattern-preview.tsx";
import { Segments } from "../ui/form/segments.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { toasts } from "../ui/toast/toasts.ts";
import { maxSuggested, suggestPatterns } from "./suggest-patterns.ts";

const effectOptions = [
  { value: "allow", label: "Allow" },
  { value: "ask", label: "Ask a person" },
  { value: "deny", label: "Deny" },
] as const;
type RuleForm = Pick<ApprovalRule, "role" | "via" | "pattern" | "effect">;

const blank: RuleForm = { role: null, via: null, pattern: "", effect: "ask" };

export function RuleDialog({ rule, onClose }: { rule: ApprovalRule | undefined; onClose(): void }) {
  const [form, setForm] = useState<RuleForm>(rule ?? blank);
  const set = (changes: Partial<RuleForm>) => setForm((before) => ({ ...before, ...changes }));
  const { role, via, pattern, effect } = form;
  const lists = useId();
  const typed = useDeferredValue(pattern.trim());
  const groups = useAnswer("GET /tools/groups", {});
  const tools = useAnswer("GET /tools", {
    query: { query: typed || undefined, limit: maxSuggested, unconnected: "true" },
  });
  const roles = useAnswer("GET /roles", {});
  const endpoints = useAllEndpoints();
  const adding = useChange("POST /approvals/rules", ["GET /approvals/rules"]);
  const changing = useChange("PUT /approvals/rules/:id", ["GET /approvals/rules"]);
  const saving = rule ? changing : adding;
  const doors = new Set([...endpoints.map(({ name }) => name), "command", "dashboard"]);

  function save(event: FormEvent) {
    event.preventDefault();
    // Names are not unique: the endpoint that the rule is for stays the same until another is typed.
    const isSameDoor = rule !== undefined && via === rule.via;
    const door = isSameDoor ? (rule.endpointId ?? via) : via?.trim();
    const body = { role, via: door || null, pattern: pattern.trim(), effect };
    const onSuccess = () => {
      toasts.add({ title: "The rule is saved", description: "Takes effect on the next call." });
      onClose();
    };
    if (rule) changing.mutate({ params: { id: rule.id }, body }, { onSuccess });
    else adding.mutate({ body }, { onSuccess });
  }

  return (
    <Dialog open onClose={onClose} title={rule ? "Edit the rule" : "New rule"} wide keepOpen>
      <form onSubmit={save} className="flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium">Before a call</p>
          <Segments
            label="Before a call"
            value={effect}
            options={effectOptions}
            onChange={(next) => set({ effect: next })}
          />
        </div>
        <Field
          label="Path or pattern"
          hint={
            <>
              <code>samples.notes.*</code> is one more part, <code>samples.**</code> any number,{" "}
              <code>*</code> everything.
            </>
          }
        >
          {(control) => (
            <input
              {...control}
              value={pattern}
              onChange={(event) => set({ pattern: event.target.value })}
              list={`${lists}-patterns`}
              placeholder="samples.notes.delete"
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              required
              maxLength={300}
              className={`${inputClass} font-mono`}
            />
          )}
        </Field>
        <datalist id={`${lists}-patterns`}>
          {suggestPatterns(groups.data?.groups ?? [], tools.data?.tools ?? [], pattern.trim()).map(
            (suggested) => (
              <option key={suggested} value={suggested} />
            ),
          )}
        </datalist>
        <RulePreview pattern={pattern.trim()} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Role" hint="Whose calls.">
            {(control) => (
              <Choice
                {...control}
                value={role ?? ""}
                options={[
                  { value: "", label: "Every role" },
                  ...namesWith(roles.data?.roles.map(({ name }) => name) ?? [], role),
                ]}
                onChange={(next) => set({ role: next || null })}
              />
            )}
          </Field>
          <Field label="Endpoint" hint="By name or id. Leave it empty for all.">
            {(control) => (
              <input
                {...control}
                value={via ?? ""}
                onChange={(event) => set({ via: event.target.value })}
                list={`${lists}-doors`}
                placeholder="Every endpoint"
                autoComplete="off"
                maxLength={100}
                className={inputClass}
              />
            )}
          </Field>
        </div>
        <datalist id={`${lists}-doors`}>
          {[...doors].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {saving.error && <Problem>{saving.error.message}</Problem>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={saving.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The one that is chosen stays so, also while the others are on their way. */
const namesWith = (names: readonly string[], chosen: string | null) =>
  [...new Set([...names, ...(chosen === null ? [] : [chosen])])].map((name) => ({
    value: name,
    label: name,
  }));

function RulePreview({ pattern }: { pattern: string }) {
  const asked = useDeferredValue(pattern);
  const preview = useQuery({
    queryKey: ["POST /roles/preview", asked],
    queryFn: ({ signal }) =>
      request("POST /roles/preview", { body: { patterns: asked === "" ? [] : [asked] } }, signal),
    placeholderData: (before) => before,
  });
  // What is still being typed is often not a pattern yet.
  const none = preview.error && { allowed: [], count: 0, total: preview.data?.total ?? 0 };
  return <PatternPreview verb="Fits" preview={none ?? preview.data} />;
}

import { useState } from "react";
import type { BodyOf, ResultSettingsAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "../ui/button/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { DialogActions } from "../ui/dialog/dialog-actions.tsx";
import { Field } from "../ui/form/field.tsx";
import { inputClass } from "../ui/form/input-class.ts";
import { Tick } from "../ui/form/tick.tsx";
import { Loaded } from "../ui/state/loaded.tsx";
import { Problem } from "../ui/state/problem.tsx";
import { plural } from "../ui/text/plural.ts";
import { toasts } from "../ui/toast/toasts.ts";

const kb = 1_024;
const mb = 1_024 * kb;

/** What the gateway keeps of results. For admins. */
export function ResultsDialog({ onClose }: { onClose(): void }) {
  const settings = useAnswer("GET /settings/results", {});
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kept results"
      description="Activity can show what each call returned. Secrets are masked first, and results are encrypted like credentials."
    >
      <Loaded of={settings} rows={2}>
        {(answer) => <SettingsForm settings={answer} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const limits = [
  { name: "days", label: "Keep them for (days)", unit: 1 },
  { name: "maxBytes", label: "Largest result (KB)", unit: kb },
  { name: "totalBytes", label: "All results together (MB)", unit: mb },
] as const;
type Limit = (typeof limits)[number]["name"];

function SettingsForm({ settings, onClose }: { settings: ResultSettingsAnswer; onClose(): void }) {
  const [keep, setKeep] = useState(settings.keep);
  const [texts, setTexts] = useState<Record<Limit, string>>({
    days: String(settings.days),
    maxBytes: String(settings.maxBytes / kb),
    totalBytes: String(settings.totalBytes / mb),
  });
  const saving = useChange("PUT /settings/results", ["GET /settings/results", "GET /calls/:id"]);
  const problems = new Map(
    limits.flatMap(({ name, unit }) => {
      const number = Number(texts[name]);
      const [min, max] = [settings.bounds[name].min / unit, settings.bounds[name].max / unit];
      const isFine = texts[name].trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
      return isFine ? [] : [[name, `Enter a whole number from ${min} to ${max.toLocaleString("en")}.`]];
    }),
  );
  const isFine = !keep || problems.size === 0;

  function save() {
    if (!isFine) return;
    const numbers = Object.fromEntries(
      limits.map(({ name, unit }) => [
        name,
        problems.has(name) ? settings[name] : Number(texts[name]) * unit,
      ]),
    ) as Record<Limit, number>;
    const body: BodyOf<"PUT /settings/results"> = { keep, ...numbers };
    saving.mutate(
      { body },
      {
        onSuccess() {
          toasts.add({
            title: keep ? "Results are kept" : "Results are no longer kept",
            description: "Takes effect on the next call.",
          });
          onClose();
        },
      },
    );
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Tick
        checked={keep}
        onChange={setKeep}
        hint="Members can read the results of their own calls, admins those of everyone."
      >
        Keep results
      </Tick>
      {keep &&
        limits.map(({ name, label }) => (
          <Field key={name} label={label} error={problems.get(name)}>
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                value={texts[name]}
                onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
                className={inputClass}
              />
            )}
          </Field>
        ))}
      <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-quiet">{meaning()}</p>
      {saving.error && <Problem>{saving.error.message}</Problem>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" busy={saving.isPending} disabled={!isFine}>
          Save
        </Button>
      </DialogActions>
    </form>
  );

  function meaning(): string {
    if (!keep)
      return settings.keep
        ? `Saving deletes the ${plural(settings.kept.count, "result")} kept so far. Activity still shows arguments, outcomes and errors.`
        : "Activity shows arguments, outcomes and errors, but no results.";
    if (problems.size > 0) return "Correct the numbers above.";
    const { days, maxBytes, totalBytes } = texts;
    return `A result is deleted after ${plural(Number(days), "day")}. Results over ${maxBytes} KB are cut, and when all together exceed ${totalBytes} MB, the oldest are deleted first.`;
  }
}

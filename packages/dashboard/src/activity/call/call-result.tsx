import { type Form, formLabels, formsOf, type ShowOptions } from "@toolshed/show";
import { useMemo, useState } from "react";
import type { ToolResult } from "toolshed/api";
import { ShownForm } from "../../tools/shown-form.tsx";
import { Segments } from "../../ui/form/segments.tsx";

/** A result in the form that suits it best, and in others. */
export function CallResult({ name, result }: { name: string; result: ToolResult }) {
  const options = useMemo(() => showOptions(name), [name]);
  const forms = useMemo(() => formsOf(result, {}), [result]);
  const [chosen, setChosen] = useState<Form>();
  const form = chosen && forms.includes(chosen) ? chosen : (forms[0] ?? "text");
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {forms.length > 1 && (
        <Segments
          label="Show as"
          value={form}
          options={forms.map((value) => ({ value, label: formLabels[value] }))}
          onChange={setChosen}
        />
      )}
      <ShownForm form={form} result={result} options={options} />
    </div>
  );
}

const showOptions = (name: string): ShowOptions => ({
  name,
  load: { chart: () => import("@toolshed/show/chart"), markdown: () => import("@toolshed/show/markdown") },
});

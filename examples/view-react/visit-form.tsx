import { useAppTool, useCallServerTool } from "@toolshed/apps/react";
import type { Garden } from "./garden.ts";
import { toResult } from "./to-result.ts";

export interface Visit {
  date: string;
  people: number;
}

interface VisitFormProps {
  garden: Garden | undefined;
  visit: Visit;
  onChange(changes: Partial<Visit>): void;
}

export function VisitForm({ garden, visit, onChange }: VisitFormProps) {
  const { call, data, error, isPending } = useCallServerTool("plan-visit");

  useAppTool(
    {
      name: "get-form-data",
      description: "What the person has filled in for a visit so far",
      annotations: { readOnlyHint: true },
    },
    () => toResult({ ...visit, garden: garden?.id ?? null }),
  );

  const isReady = garden !== undefined && visit.date !== "";
  // No <form>: a sandbox that does not allow forms would keep it from being sent.
  return (
    <fieldset>
      <legend>{garden ? `A visit to ${garden.name}` : "Select a garden to plan a visit"}</legend>
      <label>
        Day
        <input type="date" value={visit.date} onChange={({ target }) => onChange({ date: target.value })} />
      </label>
      <label>
        People
        <input
          type="number"
          min={1}
          max={20}
          value={visit.people}
          onChange={({ target }) => onChange({ people: target.valueAsNumber || 1 })}
        />
      </label>
      <button
        type="button"
        disabled={!isReady || isPending}
        onClick={() => call({ ...visit, garden: garden?.id })}
      >
        {isPending ? "Planning…" : "Plan the visit"}
      </button>
      <p role="status">{data ? "Planned." : error ? `Not planned: ${error.message}` : ""}</p>
    </fieldset>
  );
}

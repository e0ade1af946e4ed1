import { useAppTool, useAppTools, useViewState } from "@toolshed/apps/react";
import { useState } from "react";
import type { Garden } from "./garden.ts";
import { toResult } from "./to-result.ts";
import { type Visit, VisitForm } from "./visit-form.tsx";

/** What is still there when the host shows the same result again. */
interface Kept {
  selectedId: string | null;
  visit: Visit;
}

const COLORS = ["amber", "green", "violet"];

export function GardenList({ gardens }: { gardens: Garden[] }) {
  const [kept, setKept] = useViewState<Kept>({ selectedId: null, visit: { date: "", people: 2 } });
  const [highlight, setHighlight] = useState<{ id?: unknown; color?: unknown }>({});
  const [stars, setStars] = useState<Record<string, number>>({});
  const { selectedId, visit } = kept;
  const selected = gardens.find(({ id }) => id === selectedId);
  const select = (id: string | null) => setKept((before) => ({ ...before, selectedId: id }));

  useAppTool(
    {
      name: "get-selection",
      description: "The garden that the person has selected",
      annotations: { readOnlyHint: true },
    },
    () => toResult({ selected: selected ?? null }),
  );

  useAppTools({
    tools: [
      {
        name: "set-highlight",
        description: "Points at a garden with a colour",
        inputSchema: {
          type: "object",
          properties: {
            id: { type: "string", enum: gardens.map(({ id }) => id) },
            color: { type: "string", enum: COLORS },
          },
          required: ["id", "color"],
        },
      },
    ],
    onCallTool: ({ arguments: { id, color } = {} }) => {
      if (!gardens.some((garden) => garden.id === id) || !COLORS.includes(String(color))) {
        return { ...toResult({ error: "There is no such garden or colour" }), isError: true };
      }
      setHighlight({ id, color });
      return toResult({ highlighted: id, color });
    },
  });

  // These come with a selection and go with it.
  useAppTools(
    selected
      ? [
          {
            name: "clear-selection",
            description: `Selects ${selected.name} no longer`,
            handler: () => {
              select(null);
              return toResult({ selected: null });
            },
          },
          {
            name: "rate-selection",
            description: `Gives ${selected.name} one star more`,
            handler: () => {
              const given = Math.min((stars[selected.id] ?? 0) + 1, 5);
              setStars({ ...stars, [selected.id]: given });
              return toResult({ id: selected.id, stars: given });
            },
          },
        ]
      : [],
  );

  return (
    <>
      <ul aria-label="Gardens">
        {gardens.map(({ id, name, place, bestIn }) => (
          <li key={id} data-highlight={highlight.id === id ? highlight.color : undefined}>
            <button
              type="button"
              aria-pressed={id === selectedId}
              onClick={() => select(id === selectedId ? null : id)}
            >
              <strong>{name}</strong>
              <span>
                {place}, best in {bestIn}
                {stars[id] ? `, ${stars[id]} of 5 stars` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <VisitForm
        garden={selected}
        visit={visit}
        onChange={(changes) => setKept((before) => ({ ...before, visit: { ...before.visit, ...changes } }))}
      />
    </>
  );
}

import type { ProviderAnswer } from "toolshed/api";
import { useAnswer } from "../api/use-answer.ts";
import { Choice } from "../ui/form/choice.tsx";
import { Field } from "../ui/form/field.tsx";

export interface ConnectionChoicesProps {
  owner: ProviderAnswer["owner"];
  chosen: Readonly<Record<string, string>>;
  onChange(chosen: Record<string, string>): void;
}

/** Which account an endpoint uses of each provider that has several. */
export function ConnectionChoices({ owner, chosen, onChange }: ConnectionChoicesProps) {
  const { data } = useAnswer("GET /connections", {});
  const several = (data?.providers ?? [])
    .map((provider) => ({ ...provider, names: namesOf(provider, owner) }))
    .filter(({ names }) => names.length > 1);
  return several.map(({ id, name, names }) => (
    <Field key={id} label={`Connection of ${name}`} hint="Calls can’t override what you choose here.">
      {(control) => (
        <Choice
          {...control}
          value={chosen[id] ?? ""}
          options={[
            { value: "", label: "Each call chooses" },
            ...names.map((one) => ({ value: one, label: one })),
          ]}
          onChange={(one) => onChange({ ...chosen, [id]: one })}
        />
      )}
    </Field>
  ));
}

/** The team's endpoints use what the team has connected, and nothing of a person. */
function namesOf({ personal, team }: ProviderAnswer, owner: ProviderAnswer["owner"]): string[] {
  const connections = owner === "team" ? team : [...personal, ...team];
  return [...new Set(connections.map(({ name }) => name))];
}

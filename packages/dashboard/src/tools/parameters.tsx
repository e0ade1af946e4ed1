import type { JsonSchema } from "../ui/json-schema.ts";
import { readParameters } from "./read-parameters.ts";

export function Parameters({ schema }: { schema: JsonSchema }) {
  const parameters = readParameters(schema);
  if (parameters.length === 0) return <p className="text-sm text-quiet">No arguments.</p>;
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-card text-sm">
      {parameters.map(({ name, type, required, description, standard }) => (
        <div key={name} className="flex flex-col gap-1 px-4 py-3">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-medium break-all">{name}</code>
            <span className="break-words text-quiet">{type}</span>
            {required && <span className="font-medium text-warn">required</span>}
            {standard !== undefined && (
              <span className="text-quiet">
                otherwise <code className="break-all">{standard}</code>
              </span>
            )}
          </dt>
          {description && <dd className="text-quiet">{description}</dd>}
        </div>
      ))}
    </dl>
  );
}

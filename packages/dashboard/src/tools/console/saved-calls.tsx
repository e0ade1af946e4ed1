import { Check, Pencil, Trash2, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SavedCall } from "toolshed/api";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../ui/button/button.tsx";
import { inputClass } from "../../ui/form/input-class.ts";
import { Problem } from "../../ui/state/problem.tsx";
import { plural } from "../../ui/text/plural.ts";

export interface SavedCallsProps {
  path: string;
  /** The call as it is now. Nothing while its arguments are not JSON. */
  call: { args: Record<string, unknown>; connection: string | undefined } | undefined;
  onLoad(call: SavedCall): void;
}

const outdated = ["GET /tools/:path/saved"] as const;

/** The calls of this tool that the person saved, for this person only. */
export function SavedCalls({ path, call, onLoad }: SavedCallsProps) {
  const { data } = useAnswer("GET /tools/:path/saved", { params: { path } });
  const saving = useChange("POST /tools/:path/saved", outdated);
  const [name, setName] = useState("");
  const calls = data?.calls ?? [];
  function save(event: FormEvent) {
    event.preventDefault();
    if (!call || name.trim() === "") return;
    const body = { name, arguments: call.args, connection: call.connection };
    saving.mutate({ params: { path }, body }, { onSuccess: () => setName("") });
  }
  return (
    <details className="min-w-0 rounded-xl border border-line bg-card">
      <summary className="rounded-xl px-4 py-2.5 text-sm font-medium">
        Saved calls{" "}
        <span className="font-normal text-quiet">
          {calls.length > 0 && `(${calls.length.toLocaleString("en")})`}
        </span>
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        {calls.length > 0 && (
          <ul aria-label="Saved calls" className="divide-y divide-line">
            {calls.map((saved) => (
              <SavedRow key={saved.id} path={path} saved={saved} onLoad={onLoad} />
            ))}
          </ul>
        )}
        <form onSubmit={save} className="flex flex-wrap gap-2">
          <input
            aria-label="Name of the call"
            placeholder="Name these arguments to save them"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            className={`${inputClass} min-w-0 flex-1 basis-48`}
          />
          <Button type="submit" busy={saving.isPending} disabled={!call || name.trim() === ""}>
            Save call
          </Button>
        </form>
        <p className="text-sm text-quiet">
          Only you see them. The gateway stores them encrypted, {plural(50, "call")} per tool at most.
        </p>
        {saving.error && <Problem>{saving.error.message}</Problem>}
      </div>
    </details>
  );
}

interface SavedRowProps extends Pick<SavedCallsProps, "path" | "onLoad"> {
  saved: SavedCall;
}

function SavedRow({ path, saved, onLoad }: SavedRowProps) {
  const [name, setName] = useState<string>();
  const renaming = useChange("PATCH /tools/:path/saved/:id", outdated);
  const removing = useChange("DELETE /tools/:path/saved/:id", outdated);
  const params = { path, id: saved.id };
  const problem = renaming.error ?? removing.error;
  function rename(event: FormEvent) {
    event.preventDefault();
    if (name === undefined || name.trim() === "") return;
    renaming.mutate({ params, body: { name } }, { onSuccess: () => setName(undefined) });
  }
  return (
    <li className="flex min-w-0 flex-col gap-2 py-2">
      {name === undefined ? (
        <div className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            onClick={() => onLoad(saved)}
            className="min-w-0 grow truncate rounded text-left text-sm font-medium hover:underline"
          >
            {saved.name}
          </button>
          <Button
            look="ghost"
            size="small"
            aria-label={`Rename ${saved.name}`}
            onClick={() => setName(saved.name)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            look="ghost"
            size="small"
            aria-label={`Delete ${saved.name}`}
            busy={removing.isPending}
            onClick={() => removing.mutate({ params })}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ) : (
        <form onSubmit={rename} className="flex min-w-0 items-center gap-2">
          <input
            aria-label={`New name for ${saved.name}`}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
            autoFocus
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && setName(undefined)}
            className={inputClass}
          />
          <Button type="submit" look="ghost" size="small" aria-label="Save name" busy={renaming.isPending}>
            <Check aria-hidden />
          </Button>
          <Button look="ghost" size="small" aria-label="Keep the name" onClick={() => setName(undefined)}>
            <X aria-hidden />
          </Button>
        </form>
      )}
      {problem && <Problem>{problem.message}</Problem>}
    </li>
  );
}

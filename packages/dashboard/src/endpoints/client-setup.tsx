import { Tabs } from "@base-ui/react/tabs";
import { SquarePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button/button.tsx";
import { Segments } from "../ui/form/segments.tsx";
import { CodeBlock } from "../ui/text/code-block.tsx";
import { clientSetups, type SetupInput } from "./client-setups.ts";

const forms = [
  { value: "header", label: "Token in a header" },
  { value: "url", label: "Token in the URL" },
] as const;

/** What to tell each client. The token can be hidden, for shared screens; what is copied has it. */
export function ClientSetup({ input, hidden = false }: { input: SetupInput; hidden?: boolean }) {
  const [form, setForm] = useState<"header" | "url">("header");
  return (
    <Tabs.Root defaultValue={clientSetups[0]?.id} className="flex min-w-0 flex-col gap-3">
      <Tabs.List aria-label="Client" className="relative flex gap-1 overflow-x-auto border-b border-line">
        {clientSetups.map(({ id, name }) => (
          <Tabs.Tab
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-2.5 py-2 text-sm font-medium whitespace-nowrap text-quiet -outline-offset-2 hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clientSetups.map(({ id, name, where, withHeader, withUrl, install }) => {
        const text = (form === "header" ? withHeader : withUrl)(input);
        return (
          <Tabs.Panel key={id} value={id} className="flex min-w-0 flex-col gap-3">
            {install && (
              // Not a link: pointing at one would show the token in the browser's status line.
              <Button className="self-start" onClick={() => window.open(install(input), "_self")}>
                <SquarePlus aria-hidden /> Add to {name}
              </Button>
            )}
            <p className="text-sm text-quiet">{install ? `Or do it yourself. ${where}` : where}</p>
            <CodeBlock
              label={`Set-up for ${name}`}
              text={text}
              shown={hidden ? text.replaceAll(input.token, "tsk_••••••••") : text}
            />
          </Tabs.Panel>
        );
      })}
      <Segments label="Form" value={form} options={forms} onChange={setForm} />
    </Tabs.Root>
  );
}

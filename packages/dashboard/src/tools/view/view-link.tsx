import { Button } from "../../ui/button/button.tsx";
import type { LinkQuestion } from "./link-questions.ts";
import { SettledButtons } from "./settled-buttons.tsx";

/** Asks whether to open a link of a View. The site is named apart, since an address can begin with another one's name. */
export function ViewLink({ title, question }: { title: string; question: LinkQuestion }) {
  const { url, answer } = question;
  const { protocol, host } = new URL(url);
  function open() {
    window.open(url, "_blank", "noopener,noreferrer");
    answer(true);
  }
  return (
    <section
      aria-label="Link of the View"
      className="flex flex-col gap-2 rounded-lg border border-line p-3 text-sm"
    >
      <p>
        The View of {title} wants to open{" "}
        <strong className="break-all">{protocol === "mailto:" ? "your mail program" : host}</strong>:
      </p>
      <code className="max-h-24 overflow-auto break-all">{url}</code>
      <SettledButtons>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={open}>
            Open
          </Button>
          <Button size="small" onClick={() => answer(false)}>
            Don't open
          </Button>
        </div>
      </SettledButtons>
    </section>
  );
}

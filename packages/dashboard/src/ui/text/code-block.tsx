import { CopyButton } from "../button/copy-button.tsx";

/** Text to be copied as it is. What is shown may differ where it has a secret in it. */
export function CodeBlock({ text, shown = text, label }: { text: string; shown?: string; label: string }) {
  return (
    <section
      aria-label={label}
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken p-3"
    >
      <pre className="text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap">
        <code>{shown}</code>
      </pre>
      <div className="self-end">
        <CopyButton text={text} />
      </div>
    </section>
  );
}

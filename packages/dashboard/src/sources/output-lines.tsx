/** What a program has last written. */
export function OutputLines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
      tabIndex={0}
      className="max-h-48 overflow-auto rounded-lg border border-line bg-sunken p-3"
    >
      <pre className="font-mono text-[0.8125rem] break-words whitespace-pre-wrap">{lines.join("\n")}</pre>
    </section>
  );
}

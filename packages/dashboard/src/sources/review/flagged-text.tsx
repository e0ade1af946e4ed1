/** A text in which phrases that should be read twice stand out. */
export function FlaggedText({ text, flagged }: { text: string; flagged: readonly string[] }) {
  const phrases = flagged.filter((phrase) => phrase !== "" && text.includes(phrase));
  const [phrase] = phrases;
  if (phrase === undefined) return text;
  const start = text.indexOf(phrase);
  const rest = phrases.slice(1);
  return (
    <>
      <FlaggedText text={text.slice(0, start)} flagged={rest} />
      <mark
        title="This phrase addresses the model"
        className="rounded-sm bg-warn-soft font-semibold text-warn underline decoration-wavy"
      >
        {phrase}
      </mark>
      <FlaggedText text={text.slice(start + phrase.length)} flagged={phrases} />
    </>
  );
}

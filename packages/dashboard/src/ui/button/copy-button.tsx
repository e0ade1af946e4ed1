import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toasts } from "../toast/toasts.ts";
import { Button } from "./button.tsx";

const shownMs = 2_000;

export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () =>
        toasts.add({
          title: "The browser did not allow copying",
          description: "Select the text and copy it.",
        }),
    );

  return (
    <Button size="small" onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}

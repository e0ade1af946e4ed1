import { useEffect, useState } from "react";
import type { AnswerOf } from "toolshed/api";
import { request } from "../../api/request.ts";

export interface Detection {
  readonly answer?: AnswerOf<"POST /sources/detect">;
  readonly error?: string;
  /** Of which text. */
  readonly text: string;
}

const waitMs = 200;

/** What a pasted text is, once typing has paused. */
export function useDetection(text: string): Detection {
  const [detection, setDetection] = useState<Detection>({ text: "" });
  useEffect(() => {
    if (text.trim() === "") {
      setDetection({ text });
      return;
    }
    const control = new AbortController();
    const timer = setTimeout(() => {
      request("POST /sources/detect", { body: { text } }, control.signal).then(
        (answer) => setDetection({ text, answer }),
        (error: Error) => {
          if (!control.signal.aborted) setDetection({ text, error: error.message });
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text]);
  return detection;
}

import { useDeferredValue } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { PatternPreview } from "../ui/form/pattern-preview.tsx";
import { toPatterns } from "./new-endpoint.ts";

/** What an endpoint with this scope would expose, as the gateway itself decides. */
export function ScopePreview({ allow, readOnly }: { allow: string; readOnly: boolean }) {
  const asked = useDeferredValue(toPatterns(allow).join(",") || undefined);
  const all = useAnswer("GET /tools", { query: { unconnected: "true" } });
  const allowed = useAnswer("GET /tools", {
    query: { unconnected: "true", allow: asked, readOnly: `${readOnly}` },
  });
  return <PatternPreview allowed={allowed.data?.tools ?? []} total={all.data?.tools.length} />;
}

import { useDeferredValue } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { maxNamed, PatternPreview } from "../ui/form/pattern-preview.tsx";
import { toPatterns } from "./new-endpoint.ts";

/** What an endpoint with this scope would expose, as the gateway itself decides. */
export function ScopePreview({ allow, readOnly }: { allow: string; readOnly: boolean }) {
  const asked = useDeferredValue(toPatterns(allow).join(",") || undefined);
  const known = { unconnected: "true", count: "true" } as const;
  const all = useAnswer("GET /tools", { query: { ...known, limit: 1 } });
  const allowed = useAnswer("GET /tools", {
    query: { ...known, allow: asked, readOnly: `${readOnly}`, limit: maxNamed },
  });
  const { tools, count } = allowed.data ?? {};
  const total = all.data?.count;
  const isKnown = tools !== undefined && count !== undefined && total !== undefined;
  return <PatternPreview preview={isKnown ? { allowed: tools, count, total } : undefined} />;
}

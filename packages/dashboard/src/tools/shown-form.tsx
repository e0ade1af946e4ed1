import { type Form, renderAs, type ShowOptions } from "@toolshed/show";
import { useEffect, useRef } from "react";
import type { ToolResult } from "toolshed/api";
import "@toolshed/show/style.css";
import "./show.css";

/** A result in one of the forms of `formsOf`. */
export function ShownForm({
  form,
  result,
  options,
}: {
  form: Form;
  result: ToolResult;
  options: ShowOptions;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(renderAs(form, result, options));
  }, [form, result, options]);
  return <div ref={place} className="min-w-0" />;
}

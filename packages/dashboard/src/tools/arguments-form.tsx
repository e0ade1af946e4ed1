import { createSchemaForm, type SchemaForm } from "@toolshed/show/form";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { takesNothing } from "./console/schema-tree.ts";
import "@toolshed/show/style.css";
import "./show.css";

export interface ArgumentsFormHandle {
  /** Whether all fields are filled in as the schema wants. If not, shows what is missing. */
  check(): boolean;
}

export interface ArgumentsFormProps {
  schema: unknown;
  /** What the form begins with. */
  value: Record<string, unknown> | undefined;
  onChange(value: Record<string, unknown>): void;
  ref: Ref<ArgumentsFormHandle>;
}

/** The arguments of a tool as fields. */
export function ArgumentsForm({ schema, value, onChange, ref }: ArgumentsFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const form = useRef<SchemaForm>(undefined);
  const latest = useRef({ value, onChange });
  latest.current.onChange = onChange;
  useEffect(() => {
    const report = (next: unknown) => latest.current.onChange(Object(next));
    // Without it, the form offers to add properties, which a tool without arguments doesn't take.
    const closed = takesNothing(schema) ? { ...Object(schema), properties: {} } : schema;
    const created = createSchemaForm({ schema: closed, value: latest.current.value, onchange: report });
    form.current = created;
    place.current?.replaceChildren(created.element);
    report(created.value());
    return () => created.destroy();
  }, [schema]);
  useImperativeHandle(ref, () => ({
    check() {
      const isFine = (form.current?.problems().length ?? 0) === 0;
      if (!isFine) form.current?.focus();
      return isFine;
    },
  }));
  return <div ref={place} />;
}
